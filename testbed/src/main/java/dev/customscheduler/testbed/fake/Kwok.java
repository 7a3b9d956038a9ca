package dev.customscheduler.testbed.fake;

import dev.customscheduler.testbed.process.Daemon;
import dev.customscheduler.testbed.process.Supervisor;
import dev.customscheduler.testbed.tools.Tool;
import dev.customscheduler.testbed.tools.Tools;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Starts kwok, which renews the leases of fake nodes and makes the pods bound to them run. */
public final class Kwok {
    // Anything that is neither the services' range (10.0.0.0/24) nor a process node's (10.77.0.0/16): nothing ever
    // connects to these.
    private static final String POD_ADDRESSES = "10.240.0.0/16";

    private Kwok() {}

    public static Daemon start(Tools tools, Supervisor supervisor, Path adminKubeconfig, Path logs) {
        return Daemon.start(
                supervisor,
                "kwok",
                List.of(
                        tools.path(Tool.KWOK).toString(),
                        "--kubeconfig=" + adminKubeconfig,
                        "--config=" + tools.kwokStages(),
                        "--manage-nodes-with-annotation-selector=" + FakeNode.ANNOTATION + "=fake",
                        "--node-lease-duration-seconds=40",
                        "--cidr=" + POD_ADDRESSES,
                        "--node-ip=127.0.0.1"),
                Map.of(),
                logs);
    }
}
