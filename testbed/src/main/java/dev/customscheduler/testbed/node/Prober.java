package dev.customscheduler.testbed.node;

import io.fabric8.kubernetes.api.model.Probe;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs one probe of one running container until the container ends, with a kubelet's defaults and thresholds. */
final class Prober {
    /** What follows from a probe's outcome. */
    interface Verdict {
        /** The threshold of successes is reached, again or for the first time. */
        void success();

        /** The threshold of failures is reached. */
        void failure(String problem);
    }

    private final String kind;
    private final Probe probe;
    private final RunningContainer container;
    private final Verdict verdict;

    /** @param kind Startup, Liveness or Readiness */
    Prober(String kind, Probe probe, RunningContainer container, Verdict verdict) {
        this.kind = kind;
        this.probe = probe;
        this.container = container;
        this.verdict = verdict;
    }

    /** Probes; returns when the container has ended, or a startup probe has succeeded. */
    void run() throws InterruptedException {
        Process process = container.process();
        Duration timeout = Duration.ofSeconds(or(probe.getTimeoutSeconds(), 1));
        int period = or(probe.getPeriodSeconds(), 10);
        int successThreshold = or(probe.getSuccessThreshold(), 1);
        int failureThreshold = or(probe.getFailureThreshold(), 3);
        int successes = 0;
        int failures = 0;
        if (process.waitFor(or(probe.getInitialDelaySeconds(), 0), TimeUnit.SECONDS)) {
            return;
        }
        do {
            Optional<String> problem = check(timeout);
            if (!process.isAlive()) {
                return;
            }
            if (problem.isEmpty()) {
                successes++;
                failures = 0;
                if (successes >= successThreshold) {
                    verdict.success();
                    if (kind.equals("Startup")) {
                        return;
                    }
                }
            } else {
                failures++;
                successes = 0;
                container.pod().events().warning("Unhealthy", kind + " probe failed: " + problem.get());
                if (failures >= failureThreshold) {
                    verdict.failure(problem.get());
                }
            }
        } while (!process.waitFor(period, TimeUnit.SECONDS));
    }

    private Optional<String> check(Duration timeout) throws InterruptedException {
        String address = container.pod().network().address();
        if (probe.getHttpGet() != null) {
            return HttpCheck.get(probe.getHttpGet(), container.container(), address, timeout);
        }
        if (probe.getTcpSocket() != null) {
            String host = probe.getTcpSocket().getHost();
            return HttpCheck.connect(
                    probe.getTcpSocket().getPort(),
                    container.container(),
                    host == null || host.isEmpty() ? address : host,
                    timeout);
        }
        if (probe.getExec() != null) {
            return container.exec(probe.getExec(), timeout);
        }
        return Optional.of("the process node does not have this kind of probe (grpc)");
    }

    private static int or(Integer value, int otherwise) {
        return value == null || value == 0 ? otherwise : value;
    }
}
