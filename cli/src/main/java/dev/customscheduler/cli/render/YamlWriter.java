package dev.customscheduler.cli.render;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import dev.customscheduler.cli.input.ScalarResolver;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;

/** Writes objects as people write them: quotes only where a text would be read as something else. */
final class YamlWriter {
    private final ObjectMapper mapper = new ObjectMapper(YAMLFactory.builder()
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .stringQuotingChecker(new Quoting())
            .build());

    /**
     * One object.
     *
     * @param object any Kubernetes object
     * @return a YAML document with its separator in front and a line end behind
     * @throws IOException never for an object that Jackson can write
     */
    String document(HasMetadata object) throws IOException {
        // By way of a tree: the client's mapper knows which empty fields are to be left out.
        String text = mapper.writeValueAsString(Serialization.jsonMapper().valueToTree(object));
        return text.endsWith("\n") ? text : text + "\n";
    }

    private static final class Quoting extends StringQuotingChecker.Default {
        private static final long serialVersionUID = 1;

        private final transient ScalarResolver resolver = new ScalarResolver();

        @Override
        public boolean needToQuoteValue(String value) {
            return super.needToQuoteValue(value) || resolver.isAmbiguous(value);
        }

        @Override
        public boolean needToQuoteName(String name) {
            return super.needToQuoteName(name) || resolver.isAmbiguous(name);
        }
    }
}
