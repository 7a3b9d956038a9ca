package dev.customscheduler.engine.plugins;

import dev.customscheduler.framework.model.Taint;
import dev.customscheduler.framework.model.Toleration;
import java.util.List;

/** Taints against tolerations. */
final class Tolerations {
    private Tolerations() {}

    static boolean tolerate(List<Toleration> tolerations, Taint taint) {
        for (int i = 0; i < tolerations.size(); i++) {
            if (tolerations.get(i).tolerates(taint)) {
                return true;
            }
        }
        return false;
    }

    /** Whether all taints that keep pods off are tolerated. */
    static boolean allow(List<Toleration> tolerations, List<Taint> taints) {
        for (int i = 0; i < taints.size(); i++) {
            Taint taint = taints.get(i);
            if (taint.repels() && !tolerate(tolerations, taint)) {
                return false;
            }
        }
        return true;
    }
}
