package dev.customscheduler.cli.sandbox;

import dev.customscheduler.cli.House;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.node.LocalImage;
import dev.customscheduler.testbed.node.ProcessNode;
import dev.customscheduler.testbed.process.Daemon;
import dev.customscheduler.testbed.tools.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The node on which the operator and the schedulers really run, and the cluster's own scheduler that sends them there.
 *
 * <p>Only real processes may go to this node and only fake ones to the others, with manifests as they are: the node is
 * tainted, which keeps the workload away; the cluster's own scheduler ignores taints, and knows this node alone.
 */
final class Machine {
    private static final String NAME = "process-node";

    private static final String CONFIGURATION = """
            apiVersion: kubescheduler.config.k8s.io/v1
            kind: KubeSchedulerConfiguration
            leaderElection: {leaderElect: false}
            clientConnection: {kubeconfig: "%s"}
            profiles:
            - schedulerName: default-scheduler
              plugins:
                multiPoint:
                  disabled: [{name: TaintToleration}]
              pluginConfig:
              - name: NodeAffinity
                args:
                  addedAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                      nodeSelectorTerms:
                      - matchExpressions: [{key: "%s", operator: Exists}]
            """;

    private Machine() {}

    /** Starts both; they end with the test bed. */
    static void start(TestBed bed) throws IOException {
        bed.processNode(NAME)
                .taint(ProcessNode.LABEL, "", "NoSchedule")
                .image("customscheduler/operator", java("operator", "dev.customscheduler.operator.OperatorMain"))
                .image("customscheduler/scheduler-runtime", java("runtime", "dev.customscheduler.runtime.Main"))
                .image(
                        "registry.k8s.io/kube-scheduler",
                        LocalImage.program(bed.tools().path(Tool.KUBE_SCHEDULER)))
                .start();
        Path configuration = bed.directory().resolve("kube-scheduler.yaml");
        Files.writeString(configuration, CONFIGURATION.formatted(bed.adminKubeconfig(), ProcessNode.LABEL));
        List<String> command = List.of(
                bed.tools().path(Tool.KUBE_SCHEDULER).toString(), "--config=" + configuration, "--secure-port=0");
        Daemon.start(bed.supervisor(), "kube-scheduler", command, Map.of(), bed.logs());
    }

    private static LocalImage java(String application, String mainClass) throws IOException {
        List<Path> jars;
        try (var files = Files.list(House.libraries(application))) {
            jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
        return LocalImage.java(jars, mainClass, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    }
}
