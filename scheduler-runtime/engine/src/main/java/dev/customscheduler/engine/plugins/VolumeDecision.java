package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.Claim;
import dev.customscheduler.engine.objects.CsiObjects.Capacity;
import dev.customscheduler.engine.objects.PersistentVolume;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What would be bound and made for a pod on a node.
 *
 * @param bindings volumes that are there, with the claims they would be for
 * @param provisions claims for which volumes would be made
 */
record VolumeDecision(List<Binding> bindings, List<Provision> provisions) {
    static final VolumeDecision NOTHING = new VolumeDecision(List.of(), List.of());

    /** A volume for a claim. */
    record Binding(PersistentVolume volume, Claim claim) {}

    /** A claim to make a volume for, with the capacity that it would come from where that is known. */
    record Provision(Claim claim, @Nullable Capacity capacity) {}
}
