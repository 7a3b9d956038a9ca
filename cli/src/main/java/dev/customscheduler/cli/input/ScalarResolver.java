package dev.customscheduler.cli.input;

import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * What an unquoted scalar means, as the YAML reader of Kubernetes' own programs has it: YAML 1.1 without timestamps and
 * without numbers to the base of sixty, so that a time stays text and {@code 10:30} is no number.
 */
public final class ScalarResolver extends Resolver {
    private static final Pattern INTEGER =
            Pattern.compile("[-+]?(?:0b[01_]+|0x[0-9a-fA-F_]+|0o?[0-7_]+|0|[1-9][0-9_]*)");
    private static final Pattern REAL = Pattern.compile(
            "[-+]?(?:[0-9][0-9_]*\\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[0-9][0-9_]*[eE][-+]?[0-9]+|\\.[0-9][0-9_]*(?:[eE][-+]?[0-9]+)?|\\.(?:inf|Inf|INF))"
                    + "|\\.(?:nan|NaN|NAN)");

    /**
     * Whether a text would be read as something else, were it written without quotes.
     *
     * @param text to be written
     * @return true when it needs quotes to stay text
     */
    public boolean isAmbiguous(String text) {
        return !resolve(NodeId.scalar, text, true).equals(Tag.STR);
    }

    @Override
    protected void addImplicitResolvers() {
        addImplicitResolver(Tag.BOOL, BOOL, "yYnNtTfFoO");
        addImplicitResolver(Tag.INT, INTEGER, "-+0123456789");
        addImplicitResolver(Tag.FLOAT, REAL, "-+0123456789.");
        addImplicitResolver(Tag.MERGE, MERGE, "<");
        addImplicitResolver(Tag.NULL, NULL, "~nN\0");
        addImplicitResolver(Tag.NULL, EMPTY, null);
    }
}
