package dev.customscheduler.runtime.soak;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Map;

/** Quantities as numbers. */
final class Amounts {
    private Amounts() {}

    /** How much there is of a resource; nothing where it is not named. */
    static BigDecimal of(Map<String, Quantity> resources, String name) {
        Quantity quantity = resources.get(name);
        return quantity == null ? BigDecimal.ZERO : quantity.getNumericalAmount();
    }
}
