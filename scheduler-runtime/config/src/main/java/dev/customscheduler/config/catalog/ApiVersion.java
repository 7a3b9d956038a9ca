package dev.customscheduler.config.catalog;

import dev.customscheduler.config.KubeSchedulerConfiguration;
import dev.customscheduler.config.KubernetesVersion;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The versions of KubeSchedulerConfiguration that any kube-scheduler from 1.25 on decodes. */
public enum ApiVersion {
    V1BETA2("v1beta2", 22, 27),
    V1BETA3("v1beta3", 23, 28),
    V1("v1", 25, Integer.MAX_VALUE);

    private final String version;
    private final int first;
    private final int last;

    ApiVersion(String version, int first, int last) {
        this.version = version;
        this.first = first;
        this.last = last;
    }

    /** {@code kubescheduler.config.k8s.io/v1}. */
    public String text() {
        return KubeSchedulerConfiguration.GROUP + "/" + version;
    }

    /** Whether kube-scheduler of that version decodes it. */
    public boolean servedBy(KubernetesVersion kubernetes) {
        return kubernetes.minor() >= first && kubernetes.minor() <= last;
    }

    /** The first minor version of Kubernetes without it, if there is one. */
    public Optional<KubernetesVersion> removedIn() {
        return last == Integer.MAX_VALUE ? Optional.empty() : Optional.of(new KubernetesVersion(last + 1));
    }

    /** By its text. */
    public static Optional<ApiVersion> of(String apiVersion) {
        return Arrays.stream(values())
                .filter(candidate -> candidate.text().equals(apiVersion))
                .findFirst();
    }

    /** Those that kube-scheduler of that version decodes, for a message. */
    public static String servedList(KubernetesVersion kubernetes) {
        return Arrays.stream(values())
                .filter(candidate -> candidate.servedBy(kubernetes))
                .map(ApiVersion::text)
                .collect(Collectors.joining(", "));
    }
}
