package dev.customscheduler.manifests;

import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import java.util.Optional;

/**
 * The one entry: a CustomScheduler goes in, and the objects that it stands for come out, or what is wrong with it.
 * Pure: no client, no clock, no randomness; equal input gives equal output.
 */
public final class Manifests {
    private Manifests() {}

    /** What a resource with its configuration inside stands for. */
    public static Outcome of(CustomScheduler resource, Environment environment) {
        return of(resource, Optional.empty(), environment);
    }

    /**
     * What a resource stands for.
     *
     * @param referenced the document that configurationFrom refers to, where the caller found it; without it a resource
     *     that needs it is refused
     */
    public static Outcome of(
            CustomScheduler resource, Optional<ConfigurationDocument> referenced, Environment environment) {
        throw new UnsupportedOperationException();
    }
}
