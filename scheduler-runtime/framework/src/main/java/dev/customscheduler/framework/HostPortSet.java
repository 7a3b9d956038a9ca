package dev.customscheduler.framework;

import dev.customscheduler.framework.model.HostPort;
import java.util.Arrays;
import java.util.List;

/**
 * The ports that are taken on a node. A set, as kube-scheduler keeps them: of two pods that share a port, which only
 * assignment past the scheduler brings about, the first that goes takes the port with it. Immutable.
 */
final class HostPortSet {
    static final HostPortSet NONE = new HostPortSet(new HostPort[0]);

    private final HostPort[] ports;

    private HostPortSet(HostPort[] ports) {
        this.ports = ports;
    }

    HostPortSet plus(List<HostPort> more) {
        if (more.isEmpty()) {
            return this;
        }
        HostPort[] all = Arrays.copyOf(ports, ports.length + more.size());
        int n = ports.length;
        for (int i = 0; i < more.size(); i++) {
            if (indexOf(all, n, more.get(i)) < 0) {
                all[n++] = more.get(i);
            }
        }
        return new HostPortSet(Arrays.copyOf(all, n));
    }

    HostPortSet minus(List<HostPort> gone) {
        if (gone.isEmpty()) {
            return this;
        }
        HostPort[] all = ports.clone();
        int n = all.length;
        for (int i = 0; i < gone.size(); i++) {
            int at = indexOf(all, n, gone.get(i));
            if (at >= 0) {
                all[at] = all[--n];
            }
        }
        return n == 0 ? NONE : new HostPortSet(Arrays.copyOf(all, n));
    }

    boolean conflictsWith(List<HostPort> wanted) {
        for (HostPort taken : ports) {
            for (int i = 0; i < wanted.size(); i++) {
                if (taken.conflictsWith(wanted.get(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static int indexOf(HostPort[] ports, int n, HostPort port) {
        for (int i = 0; i < n; i++) {
            if (ports[i].equals(port)) {
                return i;
            }
        }
        return -1;
    }
}
