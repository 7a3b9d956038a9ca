package dev.customscheduler.runtime.testing;

import dev.customscheduler.runtime.Main;
import dev.customscheduler.testbed.TestBed;
import dev.customscheduler.testbed.process.Daemon;
import dev.customscheduler.testbed.tools.Tool;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A scheduler as a process of its own: the real kube-scheduler, or the runtime under test, by the same arguments. */
public final class LiveScheduler {
    static final List<String> ROLES = List.of("system:kube-scheduler", "system:volume-scheduler");

    private LiveScheduler() {}

    /** kube-scheduler, with the switches that make the order in which it works repeatable. */
    public static Daemon real(TestBed bed, String name, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(bed.tools().path(Tool.KUBE_SCHEDULER).toString());
        command.addAll(arguments);
        command.add("--feature-gates=OpportunisticBatching=false,WatchListClient=false,SchedulerPopFromBackoffQ=false");
        return start(bed, name, command);
    }

    /** The runtime, in a JVM of its own with this test's class path. */
    public static Daemon runtime(TestBed bed, String name, List<String> arguments, String... jvmOptions) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(jvmOptions));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(Main.class.getName());
        command.addAll(arguments);
        return start(bed, name, command);
    }

    private static Daemon start(TestBed bed, String name, List<String> command) {
        return Daemon.start(bed.supervisor(), name, command, Map.of(), bed.logs());
    }

    /** A service account with kube-scheduler's own cluster roles, and the kubeconfig by which it is known. */
    public static Path account(TestBed bed, String namespace, String name) {
        bed.client()
                .resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
        for (String role : ROLES) {
            bed.client()
                    .resource(new ClusterRoleBindingBuilder()
                            .withNewMetadata()
                            .withName(binding(namespace, name, role))
                            .endMetadata()
                            .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                            .addNewSubject("", "ServiceAccount", name, namespace)
                            .build())
                    .create();
        }
        return bed.kubeconfigFor(namespace, name);
    }

    /** The name of the binding by which an account has one of the roles. */
    static String binding(String namespace, String account, String role) {
        return namespace + ":" + account + ":" + role.substring("system:".length());
    }

    /** Writes a configuration beside the test bed's other files. */
    public static Path configuration(TestBed bed, String name, String yaml) {
        try {
            return Files.writeString(bed.directory().resolve(name + ".yaml"), yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
