package dev.customscheduler.e2e.chart;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Rules, flattened. */
final class Tuples {
    private Tuples() {}

    /** {@code group/resource/verb}; a subresource is part of the resource. Names of resources are left out. */
    static Set<String> of(List<PolicyRule> rules) {
        Set<String> tuples = new TreeSet<>();
        for (PolicyRule rule : rules) {
            for (String group : rule.getApiGroups()) {
                for (String resource : rule.getResources()) {
                    rule.getVerbs().forEach(verb -> tuples.add(group + "/" + resource + "/" + verb));
                }
            }
        }
        return tuples;
    }
}
