package dev.customscheduler.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.Set;

/** The scheduler names that a configuration asks for, before anybody has judged it. */
public final class SchedulerNames {
    private SchedulerNames() {}

    /**
     * Reads no more of the configuration than the names: whether it is right is the configuration library's to say.
     *
     * @param own the resource's name, for profiles without a name and for a configuration without profiles
     * @param configuration the resource's {@code spec.configuration}; may be a missing node
     * @return at least one name, in the order of the profiles
     */
    public static Set<String> wished(String own, JsonNode configuration) {
        Set<String> names = new LinkedHashSet<>();
        for (JsonNode profile : configuration.path("profiles")) {
            names.add(profile.path("schedulerName").asText(own));
        }
        return names.isEmpty() ? Set.of(own) : names;
    }
}
