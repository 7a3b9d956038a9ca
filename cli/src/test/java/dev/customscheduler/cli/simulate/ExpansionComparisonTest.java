package dev.customscheduler.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.cli.input.Documents;
import dev.customscheduler.cli.input.SourceDocument;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.engine.decode.PodDecoder;
import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.engine.simulation.Simulation;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PodSpec;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.fake.FakeNode;
import dev.customscheduler.testbed.junit.TestBedTest;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The same manifests into {@code csched simulate} and into the real API server with the real controllers: the pods that
 * come of them are the same in all that schedulers look at.
 */
@TestBedTest(own = ExpansionComparisonTest.Alone.class)
class ExpansionComparisonTest {
    private static final Pattern REQUIREMENTS =
            Pattern.compile("Requirement\\[[^\\[]*\\[[^]]*]](, Requirement\\[[^\\[]*\\[[^]]*]])+");
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final ObjectMapper JSON = new ObjectMapper();

    static final class Alone implements UnaryOperator<TestBed.Builder> {
        @Override
        public TestBed.Builder apply(TestBed.Builder builder) {
            return builder.controllerManager("replicationcontroller-controller");
        }
    }

    private static String manifests() throws IOException {
        try (InputStream in = ExpansionComparisonTest.class.getResourceAsStream("expansion.yaml")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void podsAreThoseOfTheControllersAndTheApiServer(TestBed bed) throws Exception {
        bed.fakeNodes()
                .add(List.of(
                        FakeNode.of("a").label("disk", "ssd").label("zone", "z0"),
                        FakeNode.of("b").label("disk", "hdd").label("zone", "z1"),
                        FakeNode.of("c")
                                .label("disk", "ssd")
                                .label("zone", "z1")
                                .taint("dedicated", "gpu", "NoSchedule"),
                        FakeNode.of("d")
                                .label("zone", "z0")
                                .taint("node.kubernetes.io/disk-pressure", "", "NoSchedule")));
        String manifests = manifests();
        String nodes = Serialization.asYaml(bed.client().nodes().list());
        List<Pod> simulated = simulated(manifests, nodes);
        bed.client()
                .load(new ByteArrayInputStream(manifests.getBytes(StandardCharsets.UTF_8)))
                .serverSideApply();
        List<String> expected = described(simulated);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(expected).isEqualTo(described(real(bed))));
        System.out.println("expansion: " + expected.size() + " pods are the same");
    }

    private static List<Pod> real(TestBed bed) throws IOException {
        List<Pod> real = new ArrayList<>();
        for (var pod : bed.client().pods().inAnyNamespace().list().getItems()) {
            real.add(new PodDecoder().read(JSON.readTree(Serialization.asJson(pod))));
        }
        return real;
    }

    private static List<Pod> simulated(String manifests, String nodes) throws IOException {
        Documents documents = Documents.parse("f.yaml", manifests + "\n---\n" + nodes);
        assertThat(documents.problems()).isEmpty();
        SimulationInput input = SimulationInput.of(
                documents.documents().stream().map(SourceDocument::content).toList());
        byte[] configuration = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
                .getBytes(StandardCharsets.UTF_8);
        ConfigurationResult.Accepted accepted =
                (ConfigurationResult.Accepted) ConfigurationReader.read(configuration, Source.NONE, Target.bundled());
        try (Simulation simulation = new Simulation(
                accepted.configuration(), accepted.profiles(), PluginRegistry.builtIn(), input.objects())) {
            return simulation.pending();
        }
    }

    /** The pods as sorted texts, one line a field. Names and hashes that controllers make up are left out. */
    private static List<String> described(List<Pod> pods) {
        List<String> all = new ArrayList<>();
        for (Pod pod : pods) {
            StringBuilder text = new StringBuilder(workload(pod)).append('\n');
            Map<String, String> labels = new TreeMap<>();
            for (int i = 0; i < pod.labels().size(); i++) {
                String key = pod.labels().key(i);
                labels.put(key, isMadeUp(key) ? "..." : pod.labels().value(i));
            }
            text.append("  labels ").append(labels).append('\n');
            fields(pod.spec())
                    .forEach((name, value) -> text.append("  ")
                            .append(name)
                            .append(' ')
                            .append(value)
                            .append('\n'));
            all.add(text.toString());
        }
        all.sort(null);
        return all;
    }

    private static String workload(Pod pod) {
        String set = pod.labels().get("statefulset.kubernetes.io/pod-name");
        String workload = pod.labels().get("workload");
        return set != null ? set : workload != null ? workload : pod.name();
    }

    private static boolean isMadeUp(String key) {
        return key.endsWith("-hash") || key.endsWith("controller-uid");
    }

    /** Without hashes of pod templates, and with the parts of a selector in order, for that means nothing. */
    private static String normal(String value) {
        return REQUIREMENTS
                .matcher(value.replaceAll("(-hash, operator=In, values=\\[)[^]]*", "$1..."))
                .replaceAll(all -> Matcher.quoteReplacement(
                        Stream.of(all.group().split("(?<=]]), ")).sorted().collect(Collectors.joining(", "))));
    }

    private static Map<String, String> fields(PodSpec spec) {
        Map<String, String> fields = new TreeMap<>();
        for (Method method : PodSpec.class.getMethods()) {
            if (method.getDeclaringClass() != PodSpec.class
                    || method.getParameterCount() > 0
                    || List.of("builder", "hashCode", "toString").contains(method.getName())) {
                continue;
            }
            try {
                fields.put(method.getName(), normal(String.valueOf(method.invoke(spec))));
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException(e);
            }
        }
        return fields;
    }
}
