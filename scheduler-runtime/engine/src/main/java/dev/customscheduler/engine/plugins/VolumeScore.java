package dev.customscheduler.engine.plugins;

import dev.customscheduler.config.args.UtilizationShapePoint;
import dev.customscheduler.engine.objects.CsiObjects.Capacity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Scores a node by how well its storage would be used: for each storage class, a broken line over requested against
 * capacity.
 */
final class VolumeScore {
    private final BrokenLine line;

    VolumeScore(List<UtilizationShapePoint> shape) {
        this.line = new BrokenLine(shape);
    }

    long of(VolumeDecision decision) {
        Map<String, long[]> byClass = new HashMap<>();
        if (!decision.bindings().isEmpty()) {
            for (VolumeDecision.Binding b : decision.bindings()) {
                long[] sums = byClass.computeIfAbsent(b.volume().className(), c -> new long[2]);
                sums[0] += Math.max(0, b.claim().request());
                sums[1] += b.volume().capacity();
            }
        } else {
            for (VolumeDecision.Provision p : decision.provisions()) {
                Capacity capacity = p.capacity();
                if (capacity != null) {
                    long[] sums = byClass.computeIfAbsent(p.claim().className(), c -> new long[2]);
                    sums[0] += Math.max(0, p.claim().request());
                    sums[1] = capacity.capacity();
                }
            }
        }
        if (byClass.isEmpty()) {
            return 0;
        }
        long sum = 0;
        for (long[] s : byClass.values()) {
            sum += line.at(s[1] == 0 || s[0] > s[1] ? 100 : s[0] * 100 / s[1]);
        }
        return Math.round((double) sum / (double) byClass.size());
    }
}
