package dev.customscheduler.framework.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An immutable vector of the resources that scheduling counts. The common ones are fields; the others (extended
 * resources, huge pages) lie in two short arrays sorted by name.
 */
public final class Resources {
    private static final String[] NO_NAMES = {};
    private static final long[] NO_VALUES = {};
    /** The zero vector. */
    public static final Resources ZERO = new Resources(0, 0, 0, 0, NO_NAMES, NO_VALUES);

    private final long milliCpu;
    private final long memory;
    private final long ephemeralStorage;
    private final long pods;
    private final String[] scalarNames;
    private final long[] scalarValues;

    private Resources(
            long milliCpu, long memory, long ephemeralStorage, long pods, String[] scalarNames, long[] scalarValues) {
        this.milliCpu = milliCpu;
        this.memory = memory;
        this.ephemeralStorage = ephemeralStorage;
        this.pods = pods;
        this.scalarNames = scalarNames;
        this.scalarValues = scalarValues;
    }

    /** The vector of the amounts in {@code list}; names that scheduling does not count are left out. */
    public static Resources of(ResourceList list) {
        int scalars = 0;
        for (int i = 0; i < list.size(); i++) {
            if (isScalar(list.name(i))) {
                scalars++;
            }
        }
        String[] names = scalars == 0 ? NO_NAMES : new String[scalars];
        long[] values = scalars == 0 ? NO_VALUES : new long[scalars];
        int at = 0;
        for (int i = 0; i < list.size(); i++) {
            if (isScalar(list.name(i))) {
                names[at] = list.name(i);
                values[at++] = list.amount(i);
            }
        }
        return new Resources(
                list.get(ResourceNames.CPU),
                list.get(ResourceNames.MEMORY),
                list.get(ResourceNames.EPHEMERAL_STORAGE),
                list.get(ResourceNames.PODS),
                names,
                values);
    }

    private static boolean isScalar(String name) {
        return switch (name) {
            case ResourceNames.CPU, ResourceNames.MEMORY, ResourceNames.EPHEMERAL_STORAGE, ResourceNames.PODS -> false;
            default -> ResourceNames.isScalar(name);
        };
    }

    /** CPU in thousandths of a core. */
    public long milliCpu() {
        return milliCpu;
    }

    /** Memory in bytes. */
    public long memory() {
        return memory;
    }

    /** Ephemeral storage in bytes. */
    public long ephemeralStorage() {
        return ephemeralStorage;
    }

    /** How many pods a node may run. Requests carry 0 here. */
    public long pods() {
        return pods;
    }

    /** How many other resources there are. */
    public int scalarCount() {
        return scalarNames.length;
    }

    /** The name of another resource, ascending by {@code index}. */
    public String scalarName(int index) {
        return scalarNames[index];
    }

    /** The amount of another resource. */
    public long scalarValue(int index) {
        return scalarValues[index];
    }

    /** The amount of another resource by its name, 0 where absent. */
    public long scalar(String name) {
        for (int i = 0; i < scalarNames.length; i++) {
            if (scalarNames[i].equals(name)) {
                return scalarValues[i];
            }
        }
        return 0;
    }

    /** The amount of any resource by its name: CPU in thousandths, 0 where absent. */
    public long get(String name) {
        return switch (name) {
            case ResourceNames.CPU -> milliCpu;
            case ResourceNames.MEMORY -> memory;
            case ResourceNames.EPHEMERAL_STORAGE -> ephemeralStorage;
            case ResourceNames.PODS -> pods;
            default -> scalar(name);
        };
    }

    /** Whether CPU, memory, ephemeral storage are zero and no other resource is named. */
    public boolean isEmpty() {
        return milliCpu == 0 && memory == 0 && ephemeralStorage == 0 && scalarNames.length == 0;
    }

    /** This vector with {@code other} added. */
    public Resources plus(Resources other) {
        return combine(other, 1);
    }

    /** This vector with {@code other} taken away. Names that fall to zero stay. */
    public Resources minus(Resources other) {
        return combine(other, -1);
    }

    private Resources combine(Resources other, int sign) {
        String[] names = scalarNames;
        long[] values = scalarValues;
        if (other.scalarNames.length > 0) {
            names = union(scalarNames, other.scalarNames);
            values = new long[names.length];
            for (int i = 0; i < names.length; i++) {
                values[i] = scalar(names[i]) + sign * other.scalar(names[i]);
            }
        }
        return new Resources(
                milliCpu + sign * other.milliCpu,
                memory + sign * other.memory,
                ephemeralStorage + sign * other.ephemeralStorage,
                pods + sign * other.pods,
                names,
                values);
    }

    /** The larger of the two amounts, resource by resource. */
    public Resources max(Resources other) {
        String[] names = union(scalarNames, other.scalarNames);
        long[] values = new long[names.length];
        for (int i = 0; i < names.length; i++) {
            values[i] = Math.max(scalar(names[i]), other.scalar(names[i]));
        }
        return new Resources(
                Math.max(milliCpu, other.milliCpu),
                Math.max(memory, other.memory),
                Math.max(ephemeralStorage, other.ephemeralStorage),
                Math.max(pods, other.pods),
                names,
                values);
    }

    private static String[] union(String[] a, String[] b) {
        if (Arrays.equals(a, b)) {
            return a;
        }
        String[] all = Arrays.copyOf(a, a.length + b.length);
        int n = a.length;
        for (String name : b) {
            if (Arrays.binarySearch(a, name) < 0) {
                all[n++] = name;
            }
        }
        all = Arrays.copyOf(all, n);
        Arrays.sort(all);
        return all;
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return this == o
                || o instanceof Resources r
                        && milliCpu == r.milliCpu
                        && memory == r.memory
                        && ephemeralStorage == r.ephemeralStorage
                        && pods == r.pods
                        && Arrays.equals(scalarNames, r.scalarNames)
                        && Arrays.equals(scalarValues, r.scalarValues);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(milliCpu * 31 + memory) * 31
                + Long.hashCode(ephemeralStorage * 31 + pods) * 31
                + Arrays.hashCode(scalarNames) * 31
                + Arrays.hashCode(scalarValues);
    }

    @Override
    public String toString() {
        StringBuilder b = new StringBuilder("cpu=")
                .append(milliCpu)
                .append("m, memory=")
                .append(memory)
                .append(", ephemeral-storage=")
                .append(ephemeralStorage)
                .append(", pods=")
                .append(pods);
        for (int i = 0; i < scalarNames.length; i++) {
            b.append(", ").append(scalarNames[i]).append('=').append(scalarValues[i]);
        }
        return b.toString();
    }
}
