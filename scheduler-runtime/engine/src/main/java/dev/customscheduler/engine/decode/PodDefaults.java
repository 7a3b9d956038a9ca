package dev.customscheduler.engine.decode;

import dev.customscheduler.framework.model.Container;
import dev.customscheduler.framework.model.HostPort;
import dev.customscheduler.framework.model.PodSpec;
import dev.customscheduler.framework.model.ResourceList;
import dev.customscheduler.framework.model.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The API server's defaults for pods, as far as they matter to scheduling. They change nothing of an object that went
 * through it.
 */
final class PodDefaults {
    private PodDefaults() {}

    /** A container requests what it limits, unless it says otherwise. */
    static ResourceList requests(ResourceList requests, ResourceList limits) {
        Map<String, Long> all = amounts(requests);
        for (int i = 0; i < limits.size(); i++) {
            all.putIfAbsent(limits.name(i), limits.amount(i));
        }
        return all.size() == requests.size() ? requests : ResourceList.of(all);
    }

    /**
     * A pod that states requests or limits of its containers together requests as well what they request, or what it
     * limits, and huge pages what limits them, unless it says otherwise.
     */
    static PodSpec.Builder podLevelRequests(PodSpec.Builder spec, ResourceList requests, ResourceList limits) {
        if (requests.size() == 0 && limits.size() == 0) {
            return spec.podLevelRequests(requests);
        }
        Map<String, Long> all = amounts(requests);
        ResourceList containers = spec.containerRequests();
        for (String name : List.of(ResourceNames.CPU, ResourceNames.MEMORY)) {
            if (containers.has(name)) {
                all.putIfAbsent(name, containers.get(name));
            }
        }
        for (int i = 0; i < limits.size(); i++) {
            if (ResourceNames.isPodLevel(limits.name(i))) {
                all.putIfAbsent(limits.name(i), limits.amount(i));
            }
        }
        ResourceList limited = spec.containerLimits();
        for (int i = 0; i < limited.size(); i++) {
            if (limited.name(i).startsWith(ResourceNames.HUGE_PAGES_PREFIX)) {
                all.putIfAbsent(limited.name(i), limited.amount(i));
            }
        }
        return spec.podLevelRequests(ResourceList.of(all));
    }

    /** A container with its ports on the node only; on the host's network those are all its ports. */
    static Container withNodePorts(Container c, boolean hostNetwork) {
        boolean change = false;
        for (int i = 0; i < c.ports().size(); i++) {
            change |= c.ports().get(i).port() <= 0;
        }
        if (!change) {
            return c;
        }
        List<HostPort> ports = new ArrayList<>();
        for (HostPort port : c.ports()) {
            if (port.port() > 0) {
                ports.add(port);
            } else if (hostNetwork && port.port() < 0) {
                ports.add(new HostPort(port.ip(), port.protocol(), -port.port()));
            }
        }
        return new Container(c.name(), c.image(), c.requests(), c.limits(), List.copyOf(ports), c.restartable());
    }

    private static Map<String, Long> amounts(ResourceList list) {
        Map<String, Long> map = new TreeMap<>();
        for (int i = 0; i < list.size(); i++) {
            map.put(list.name(i), list.amount(i));
        }
        return map;
    }
}
