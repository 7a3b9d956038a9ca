package dev.customscheduler.engine.plugins;

import dev.customscheduler.engine.objects.ClusterObjects;
import dev.customscheduler.framework.model.LabelSelector;
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.framework.model.PodAffinityTerm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Terms of pod affinity against pods. */
final class AffinityTerms {
    private AffinityTerms() {}

    /** Whether a term of {@code owner} means {@code pod}, whose namespace has {@code namespaceLabels}. */
    static boolean matches(PodAffinityTerm term, Pod owner, Pod pod, Labels namespaceLabels) {
        return inNamespace(term, owner, pod, namespaceLabels) && term.selector().matches(pod.labels());
    }

    private static boolean inNamespace(PodAffinityTerm term, Pod owner, Pod pod, Labels namespaceLabels) {
        LabelSelector selector = term.namespaceSelector();
        if (term.namespaces().isEmpty() && selector == null) {
            return owner.namespace().equals(pod.namespace());
        }
        return term.namespaces().contains(pod.namespace()) || (selector != null && selector.matches(namespaceLabels));
    }

    /** The terms with their selector of namespaces turned into the names of the namespaces that there are. */
    static List<PodAffinityTerm> resolved(List<PodAffinityTerm> terms, ClusterObjects objects) {
        List<PodAffinityTerm> all = new ArrayList<>(terms.size());
        for (PodAffinityTerm t : terms) {
            all.add(resolved(t, objects));
        }
        return all;
    }

    static PodAffinityTerm resolved(PodAffinityTerm t, ClusterObjects objects) {
        LabelSelector selector = t.namespaceSelector();
        if (selector == null || selector.isEverything()) {
            return t;
        }
        List<String> names = new ArrayList<>(t.namespaces());
        names.addAll(objects.namespaces(selector));
        return new PodAffinityTerm(t.selector(), names, LabelSelector.nothing(), t.topologyKey());
    }

    /**
     * Whether all of the terms of {@code owner} mean {@code pod}; no where there are none. Namespaces must be resolved.
     */
    static boolean allMatch(List<PodAffinityTerm> terms, Pod owner, Pod pod) {
        for (int i = 0; i < terms.size(); i++) {
            if (!matches(terms.get(i), owner, pod, Labels.none())) {
                return false;
            }
        }
        return !terms.isEmpty();
    }

    static boolean anyMatches(List<PodAffinityTerm> terms, Pod owner, Pod pod) {
        for (int i = 0; i < terms.size(); i++) {
            if (matches(terms.get(i), owner, pod, Labels.none())) {
                return true;
            }
        }
        return false;
    }

    static Labels orNone(@Nullable Labels labels) {
        return labels == null ? Labels.none() : labels;
    }
}
