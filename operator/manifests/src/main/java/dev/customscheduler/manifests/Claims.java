package dev.customscheduler.manifests;

import java.util.List;
import java.util.Optional;

/**
 * What a scheduler takes for itself in the whole cluster: no two CustomSchedulers may claim one name or one lease.
 *
 * @param schedulerNames in the order of the profiles
 * @param lease empty without leader election
 */
public record Claims(List<String> schedulerNames, Optional<LeaseName> lease) {
    /** Copies the list. */
    public Claims {
        schedulerNames = List.copyOf(schedulerNames);
    }
}
