package dev.customscheduler.cli.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.cli.CommandFailure;
import dev.customscheduler.cli.Version;
import dev.customscheduler.cli.input.Documents;
import dev.customscheduler.cli.input.SourceDocument;
import dev.customscheduler.cli.text.Table;
import dev.customscheduler.config.Finding;
import dev.customscheduler.config.Severity;
import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import dev.customscheduler.manifests.Environment;
import dev.customscheduler.manifests.ExplainedRule;
import dev.customscheduler.manifests.Manifests;
import dev.customscheduler.manifests.Outcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code csched render}. */
@Command(
        name = "render",
        description = {
            "Print everything that the operator would apply for a CustomScheduler, as YAML in a stable order.",
            "Errors and warnings go to standard error, a line each: FILE:LINE: error|warning: PATH: message."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything was rendered",
            "1:a resource has errors; nothing of it was printed",
            "2:used wrongly: an unknown option, a file that cannot be read, no CustomScheduler in it"
        })
public final class RenderCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli injects it
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files with CustomSchedulers; - is standard input.")
    private List<String> files = List.of();

    @Option(
            names = "--set-image",
            paramLabel = "IMAGE",
            description = "The bundled runtime's image. Default: that of this version.")
    private @Nullable String image;

    @Option(
            names = "--operator-namespace",
            paramLabel = "NAMESPACE",
            description = "Where the operator is installed, and schedulers that name no namespace. Default:"
                    + " ${DEFAULT-VALUE}.")
    private String operatorNamespace = Environment.DEFAULT_OPERATOR_NAMESPACE;

    @Option(
            names = "--explain-rbac",
            description = "Print instead each permission that the scheduler gets and why it needs it.")
    private boolean explainRbac;

    @Option(
            names = "--effective",
            description =
                    "Print instead which plugins run at each extension point of each profile, in order, with their"
                            + " weights. Takes KubeSchedulerConfigurations too.")
    private boolean effective;

    @Override
    public Integer call() throws IOException {
        if (effective) {
            return new EffectiveProfiles(
                            spec.commandLine().getOut(), spec.commandLine().getErr())
                    .print(files);
        }
        Environment environment = Environment.defaults(Version.text()).withOperatorNamespace(operatorNamespace);
        if (image != null) {
            environment = environment.withRuntimeImage(image);
        }
        PrintWriter err = spec.commandLine().getErr();
        boolean failed = false;
        int found = 0;
        List<Outcome.Rendered> rendered = new ArrayList<>();
        for (String file : files) {
            Documents documents = Documents.read(file);
            for (Finding problem : documents.problems()) {
                err.println(problem);
                failed = true;
            }
            for (SourceDocument document : documents.documents()) {
                if (!isCustomScheduler(document)) {
                    continue;
                }
                found++;
                Outcome outcome = outcome(document, environment);
                for (Finding finding : outcome.findings()) {
                    err.println(document.locate(finding));
                }
                switch (outcome) {
                    case Outcome.Rendered result -> rendered.add(result);
                    case Outcome.Refused refused -> failed = true;
                }
            }
        }
        if (found == 0 && !failed) {
            throw CommandFailure.usage(
                    "there is no CustomScheduler (" + CustomScheduler.GROUP + ") in " + String.join(", ", files));
        }
        if (explainRbac) {
            explain(rendered);
        } else {
            print(rendered);
        }
        return failed ? 1 : 0;
    }

    private static boolean isCustomScheduler(SourceDocument document) {
        return document.kind().equals("CustomScheduler")
                && document.apiVersion().startsWith(CustomScheduler.GROUP + "/");
    }

    private static Outcome outcome(SourceDocument document, Environment environment) {
        try {
            CustomScheduler resource = new ObjectMapper().treeToValue(document.content(), CustomScheduler.class);
            return Manifests.of(resource, environment);
        } catch (JsonProcessingException e) {
            // What the API server's schema would refuse: a text where a number belongs.
            String path = MistypedField.path(e);
            String message = "the value has the wrong type: "
                    + e.getOriginalMessage().lines().findFirst().orElse("");
            return new Outcome.Refused(List.of(new Finding("", 0, 0, Severity.ERROR, path, message)));
        }
    }

    private void print(List<Outcome.Rendered> all) throws IOException {
        YamlWriter yaml = new YamlWriter();
        for (Outcome.Rendered rendered : all) {
            for (HasMetadata object : rendered.objects()) {
                spec.commandLine().getOut().print(yaml.document(object));
            }
        }
    }

    private void explain(List<Outcome.Rendered> all) {
        Table table = new Table("NAMESPACE", "API GROUP", "RESOURCES", "NAMES", "VERBS", "WHY");
        for (Outcome.Rendered rendered : all) {
            for (ExplainedRule explained : rendered.rules()) {
                PolicyRule rule = explained.rule();
                boolean urls = rule.getNonResourceURLs() != null
                        && !rule.getNonResourceURLs().isEmpty();
                table.row(
                        explained.namespace().isEmpty() ? "(cluster)" : explained.namespace(),
                        urls ? "" : groups(rule.getApiGroups()),
                        String.join(", ", urls ? rule.getNonResourceURLs() : rule.getResources()),
                        String.join(", ", rule.getResourceNames()),
                        String.join(", ", rule.getVerbs()),
                        explained.reason());
            }
        }
        table.print(spec.commandLine().getOut(), "");
    }

    private static String groups(List<String> groups) {
        List<String> names = new ArrayList<>();
        for (String group : groups) {
            names.add(group.isEmpty() ? "core" : group);
        }
        return String.join(", ", names);
    }
}
