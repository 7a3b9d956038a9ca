package dev.customscheduler.config.validation;

import dev.customscheduler.config.args.NodeAffinityTerms;
import dev.customscheduler.config.args.NodeSelectorRequirement;
import dev.customscheduler.config.args.NodeSelectorTerm;
import dev.customscheduler.config.decode.Findings;
import dev.customscheduler.config.tree.Path;
import java.util.List;

/**
 * Checks node affinity as kube-scheduler parses it: terms without requirements and preferences of weight 0 are not
 * looked at.
 */
final class NodeSelectorValidation {
    private final Findings findings;

    NodeSelectorValidation(Findings findings) {
        this.findings = findings;
    }

    void affinity(Path path, NodeAffinityTerms affinity) {
        Path required =
                path.child("requiredDuringSchedulingIgnoredDuringExecution").child("nodeSelectorTerms");
        affinity.required().ifPresent(terms -> {
            for (int i = 0; i < terms.size(); i++) {
                term(required.index(i), terms.get(i));
            }
        });
        Path preferred = path.child("preferredDuringSchedulingIgnoredDuringExecution");
        for (int i = 0; i < affinity.preferred().size(); i++) {
            if (affinity.preferred().get(i).weight() != 0) {
                term(
                        preferred.index(i).child("preference"),
                        affinity.preferred().get(i).preference());
            }
        }
    }

    private void term(Path path, NodeSelectorTerm term) {
        for (int i = 0; i < term.matchExpressions().size(); i++) {
            expression(
                    path.child("matchExpressions").index(i),
                    term.matchExpressions().get(i));
        }
        for (int i = 0; i < term.matchFields().size(); i++) {
            field(path.child("matchFields").index(i), term.matchFields().get(i));
        }
    }

    private void expression(Path path, NodeSelectorRequirement requirement) {
        List<String> values = requirement.values();
        Path valuesPath = path.child("values");
        switch (requirement.operator()) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    findings.error(valuesPath, "In and NotIn need at least one value");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    findings.error(valuesPath, "Exists and DoesNotExist take no values; remove them");
                }
            }
            case "Gt", "Lt" -> {
                if (values.size() != 1) {
                    findings.error(valuesPath, "Gt and Lt need exactly one value");
                }
                for (int i = 0; i < values.size(); i++) {
                    if (!isInteger(values.get(i))) {
                        findings.error(
                                valuesPath.index(i),
                                "Gt and Lt compare integers, and \"" + values.get(i) + "\" is none");
                    }
                }
            }
            default -> {
                findings.error(
                        path.child("operator"),
                        "\"" + requirement.operator() + "\" is not one of In, NotIn, Exists, DoesNotExist, Gt, Lt");
                return;
            }
        }
        KubernetesNames.qualifiedNameProblem(requirement.key())
                .ifPresent(problem -> findings.error(path.child("key"), "is no label key: " + problem));
        for (int i = 0; i < values.size(); i++) {
            if (!KubernetesNames.isLabelValue(values.get(i))) {
                findings.error(
                        valuesPath.index(i),
                        "\"" + values.get(i)
                                + "\" is no label value: at most 63 letters, digits, '-', '_' or '.', beginning and ending with a"
                                + " letter or digit");
            }
        }
    }

    private static boolean isInteger(String value) {
        try {
            Long.parseLong(value);
            return true;
        } catch (NumberFormatException none) {
            return false;
        }
    }

    private void field(Path path, NodeSelectorRequirement requirement) {
        if (!requirement.operator().equals("In") && !requirement.operator().equals("NotIn")) {
            findings.error(
                    path.child("operator"),
                    "\"" + requirement.operator() + "\" is not one of In, NotIn, which fields take");
        } else if (requirement.values().size() != 1) {
            findings.error(path.child("values"), "a field takes exactly one value");
        }
    }
}
