package dev.customscheduler.engine.plugins;

import dev.customscheduler.config.args.ResourceSpec;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.ResourceNames;
import java.util.List;

/**
 * The resources that a scoring plugin looks at, and how much of each a node has and has given. A resource that
 * scheduling counts only where it is asked for (an extended resource, huge pages) is looked at only where the pod
 * requests it.
 */
final class ResourceScoring {
    private static final int CPU = 0;
    private static final int MEMORY = 1;
    private static final int EPHEMERAL = 2;
    private static final int SCALAR = 3;
    private static final int UNKNOWN = 4;

    private final String[] names;
    private final long[] weights;
    private final int[] kinds;
    private final boolean nonZero;

    /**
     * The resources of {@code specs}.
     *
     * @param nonZero whether CPU and memory that pods do not state count with a default
     */
    ResourceScoring(List<ResourceSpec> specs, boolean nonZero) {
        this.nonZero = nonZero;
        names = new String[specs.size()];
        weights = new long[specs.size()];
        kinds = new int[specs.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = specs.get(i).name();
            weights[i] = specs.get(i).weight();
            kinds[i] = switch (names[i]) {
                case ResourceNames.CPU -> CPU;
                case ResourceNames.MEMORY -> MEMORY;
                case ResourceNames.EPHEMERAL_STORAGE -> EPHEMERAL;
                default -> ResourceNames.isScalar(names[i]) ? SCALAR : UNKNOWN;
            };
        }
    }

    int size() {
        return names.length;
    }

    String name(int i) {
        return names[i];
    }

    long weight(int i) {
        return weights[i];
    }

    /** What the node has of resource {@code i}, 0 where the resource does not count. */
    long allocatable(int i, NodeInfo node, long podRequest) {
        return switch (kinds[i]) {
            case CPU -> node.allocatable().milliCpu();
            case MEMORY -> node.allocatable().memory();
            case EPHEMERAL -> node.allocatable().ephemeralStorage();
            case SCALAR -> podRequest == 0 ? 0 : node.allocatable().scalar(names[i]);
            default -> 0;
        };
    }

    /** What the node's pods take of resource {@code i}. */
    long allocated(int i, NodeInfo node) {
        return switch (kinds[i]) {
            case CPU -> nonZero ? node.nonZeroMilliCpu() : node.requested().milliCpu();
            case MEMORY -> nonZero ? node.nonZeroMemory() : node.requested().memory();
            case EPHEMERAL -> node.requested().ephemeralStorage();
            case SCALAR -> node.requested().scalar(names[i]);
            default -> 0;
        };
    }
}
