package dev.customscheduler.manifests;

import dev.customscheduler.crds.v1alpha1.RuntimeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The runtime's command line: kube-scheduler's own, which the bundled runtime has too. */
final class CommandLine {
    /** Flags that the operator sets or that would make it lose its grip, and what to use instead. */
    private static final Map<String, String> REFUSED = Map.of(
            "--config", "the configuration is spec.configuration",
            "--secure-port", "probes and metrics rely on " + Scheduler.PORT,
            "--feature-gates", "use spec.runtime.featureGates",
            "--v", "use spec.runtime.logLevel",
            "--kubeconfig", "a scheduler in a cluster uses its service account",
            "--master", "a scheduler in a cluster uses its service account",
            "--write-config-to", "the scheduler would write a file and exit",
            "--version", "the scheduler would print its version and exit");

    private CommandLine() {}

    /** The arguments, in a stable order; the user's come last, so that they win. */
    static List<String> args(Scheduler scheduler) {
        RuntimeSpec runtime = scheduler.spec().runtimeOrDefault();
        List<String> args = new ArrayList<>();
        args.add("--config=" + PodTemplates.CONFIG_DIRECTORY + "/" + ConfigMaps.KEY);
        args.add("--secure-port=" + Scheduler.PORT);
        if (!runtime.featureGatesOrEmpty().isEmpty()) {
            List<String> gates = new ArrayList<>();
            new TreeMap<>(runtime.featureGatesOrEmpty()).forEach((gate, on) -> gates.add(gate + "=" + on));
            args.add("--feature-gates=" + String.join(",", gates));
        }
        args.add("--v=" + runtime.logLevelOrDefault());
        args.addAll(runtime.extraArgsOrEmpty());
        return args;
    }

    static void check(RuntimeSpec runtime, Findings findings) {
        List<String> extra = runtime.extraArgsOrEmpty();
        for (int i = 0; i < extra.size(); i++) {
            String argument = extra.get(i);
            String flag = argument.split("=", 2)[0].replace('_', '-');
            String path = "spec.runtime.extraArgs[" + i + "]";
            if (REFUSED.containsKey(flag)) {
                findings.error(path, "remove " + flag + ": " + REFUSED.get(flag));
            } else if (flag.startsWith("--leader-elect")) {
                findings.error(path, "remove " + flag + ": use leaderElection in the configuration");
            } else if (!argument.startsWith("--")) {
                findings.error(path, argument + " is no flag: write --name=value in one entry");
            }
        }
        if (Boolean.TRUE.equals(runtime.featureGatesOrEmpty().get("CoordinatedLeaderElection"))) {
            findings.error(
                    "spec.runtime.featureGates.CoordinatedLeaderElection",
                    "is not supported, since its candidates all live in kube-system under one name: remove it");
        }
    }
}
