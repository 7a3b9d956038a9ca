package dev.customscheduler.engine.explain;

import dev.customscheduler.framework.model.ResourceNames;

/** Amounts of resources as people write them. */
final class Amounts {
    private static final String[] BINARY = {"Ei", "Pi", "Ti", "Gi", "Mi", "Ki"};

    private Amounts() {}

    /** The amount with the resource's name, for example {@code 500m cpu}. */
    static String named(String resource, long amount) {
        return text(resource, amount) + " " + resource;
    }

    /** The amount as a quantity: CPU is in thousandths. */
    static String text(String resource, long amount) {
        if (resource.equals(ResourceNames.CPU)) {
            return amount % 1000 == 0 ? Long.toString(amount / 1000) : amount + "m";
        }
        if (resource.equals(ResourceNames.MEMORY)
                || resource.equals(ResourceNames.EPHEMERAL_STORAGE)
                || resource.startsWith(ResourceNames.HUGE_PAGES_PREFIX)) {
            for (int i = 0; i < BINARY.length; i++) {
                long unit = 1L << (10 * (BINARY.length - i));
                if (amount != 0 && amount % unit == 0) {
                    return amount / unit + BINARY[i];
                }
            }
        }
        return Long.toString(amount);
    }
}
