package dev.customscheduler.engine.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.customscheduler.framework.model.LabelSelector;
import dev.customscheduler.framework.model.Labels;
import dev.customscheduler.framework.model.NodeAffinity;
import dev.customscheduler.framework.model.NodeSelector;
import dev.customscheduler.framework.model.NodeSelectorTerm;
import dev.customscheduler.framework.model.PodAffinityTerm;
import dev.customscheduler.framework.model.Requirement;
import dev.customscheduler.framework.model.Requirement.Operator;
import dev.customscheduler.framework.model.TopologySpreadConstraint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads selectors and all that is built of them: node affinity, pod affinity, spread constraints. */
public class SelectorReader extends Reader {
    private final Canonical<Requirement> requirements = new Canonical<>(1 << 10);

    /** A requirement as it was written; null operators are ones that Kubernetes does not know. */
    private record Raw(String key, String operator, List<String> values) {}

    private Raw raw(JsonParser p) throws IOException {
        String key = "";
        String operator = "";
        List<String> values = List.of();
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "key" -> key = text(p);
                    case "operator" -> operator = text(p);
                    case "values" -> values = texts(p);
                    default -> p.skipChildren();
                }
            }
        }
        return new Raw(key, operator, values);
    }

    private static @Nullable Operator operator(String text) {
        for (Operator op : Operator.values()) {
            if (op.name().equals(text)) {
                return op;
            }
        }
        return null;
    }

    /**
     * A label selector; null reads as the selector of nothing. One that cannot be understood selects nothing either.
     */
    protected LabelSelector labelSelector(JsonParser p) throws IOException {
        if (p.currentToken() != JsonToken.START_OBJECT) {
            p.skipChildren();
            return LabelSelector.nothing();
        }
        List<Requirement> all = new ArrayList<>();
        boolean understood = true;
        for (String field = nextField(p); field != null; field = nextField(p)) {
            switch (field) {
                case "matchLabels" -> {
                    Labels labels = labels(p);
                    for (int i = 0; i < labels.size(); i++) {
                        all.add(requirement(labels.key(i), Operator.In, List.of(labels.value(i))));
                    }
                }
                case "matchExpressions" -> {
                    for (Raw r : list(p, this::raw)) {
                        Operator op = operator(r.operator());
                        understood &= op != null && op.compareTo(Operator.Gt) < 0 && problem(r, op) == null;
                        if (op != null) {
                            all.add(requirement(r.key(), op, r.values()));
                        }
                    }
                }
                default -> p.skipChildren();
            }
        }
        return understood ? LabelSelector.of(all) : LabelSelector.nothing();
    }

    private Requirement requirement(String key, Operator op, List<String> values) {
        return requirements.of(new Requirement(key, op, values));
    }

    /** What is wrong with a requirement on a label, or null. */
    private static @Nullable String problem(Raw r, Operator op) {
        int n = r.values().size();
        switch (op) {
            case In, NotIn -> {
                if (n == 0) {
                    return "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty";
                }
            }
            case Exists, DoesNotExist -> {
                if (n != 0) {
                    return "values: Invalid value: " + r.values()
                            + ": values set must be empty for exists and does not exist";
                }
            }
            case Gt, Lt -> {
                if (n != 1) {
                    return "values: Invalid value: " + r.values()
                            + ": for 'Gt', 'Lt' operators, exactly one value is required";
                }
                if (!r.values().getFirst().matches("[+-]?\\d{1,18}")) {
                    return "values[0]: Invalid value: \"" + r.values().getFirst()
                            + "\": for 'Gt', 'Lt' operators, the value must be an integer";
                }
            }
        }
        return null;
    }

    NodeSelectorTerm nodeSelectorTerm(JsonParser p) throws IOException {
        List<Requirement> expressions = new ArrayList<>(2);
        List<Requirement> fields = new ArrayList<>(1);
        String error = null;
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "matchExpressions" -> error = either(error, expressions(p, expressions));
                    case "matchFields" -> error = either(error, fields(p, fields));
                    default -> p.skipChildren();
                }
            }
        }
        return new NodeSelectorTerm(List.copyOf(expressions), List.copyOf(fields), error);
    }

    private static @Nullable String either(@Nullable String a, @Nullable String b) {
        return a == null ? b : a;
    }

    private @Nullable String expressions(JsonParser p, List<Requirement> into) throws IOException {
        String error = null;
        int i = 0;
        for (Raw r : list(p, this::raw)) {
            Operator op = operator(r.operator());
            String at = "matchExpressions[" + i++ + "].";
            if (op == null) {
                error = either(error, at + "operator: Unsupported value: \"" + r.operator() + "\"");
                op = Operator.Exists;
            } else {
                String problem = problem(r, op);
                error = problem == null ? error : either(error, at + problem);
            }
            into.add(requirement(r.key(), op, r.values()));
        }
        return error;
    }

    private @Nullable String fields(JsonParser p, List<Requirement> into) throws IOException {
        String error = null;
        int i = 0;
        for (Raw r : list(p, this::raw)) {
            Operator op = operator(r.operator());
            String at = "matchFields[" + i++ + "].";
            if (op != Operator.In && op != Operator.NotIn) {
                error = either(error, at + "operator: Unsupported value: \"" + r.operator() + "\"");
            } else if (r.values().size() != 1) {
                error = either(error, at + "values: Invalid value: " + r.values() + ": must have one element");
            }
            into.add(requirement(r.key(), op == null ? Operator.Exists : op, r.values()));
        }
        return error;
    }

    /** A node selector. */
    protected NodeSelector nodeSelector(JsonParser p) throws IOException {
        List<NodeSelectorTerm> terms = List.of();
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                if (field.equals("nodeSelectorTerms")) {
                    terms = List.copyOf(list(p, this::nodeSelectorTerm));
                } else {
                    p.skipChildren();
                }
            }
        }
        return new NodeSelector(terms);
    }

    NodeAffinity nodeAffinity(JsonParser p) throws IOException {
        NodeSelector required = null;
        List<NodeAffinity.Preferred> preferred = List.of();
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "requiredDuringSchedulingIgnoredDuringExecution" ->
                        required = p.currentToken() == JsonToken.START_OBJECT ? nodeSelector(p) : null;
                    case "preferredDuringSchedulingIgnoredDuringExecution" ->
                        preferred = List.copyOf(list(p, this::preferred));
                    default -> p.skipChildren();
                }
            }
        }
        return new NodeAffinity(required, preferred);
    }

    private NodeAffinity.Preferred preferred(JsonParser p) throws IOException {
        int weight = 0;
        NodeSelectorTerm term = new NodeSelectorTerm(List.of(), List.of(), null);
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "weight" -> weight = integer(p);
                    case "preference" -> term = nodeSelectorTerm(p);
                    default -> p.skipChildren();
                }
            }
        }
        return new NodeAffinity.Preferred(weight, term);
    }

    PodAffinityTerm.Terms podAffinity(JsonParser p) throws IOException {
        List<PodAffinityTerm> required = List.of();
        List<PodAffinityTerm.Weighted> preferred = List.of();
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "requiredDuringSchedulingIgnoredDuringExecution" ->
                        required = List.copyOf(list(p, this::podAffinityTerm));
                    case "preferredDuringSchedulingIgnoredDuringExecution" ->
                        preferred = List.copyOf(list(p, this::weighted));
                    default -> p.skipChildren();
                }
            }
        }
        PodAffinityTerm.Terms terms = new PodAffinityTerm.Terms(required, preferred);
        return terms.isEmpty() ? PodAffinityTerm.Terms.NONE : terms;
    }

    private PodAffinityTerm.Weighted weighted(JsonParser p) throws IOException {
        int weight = 0;
        PodAffinityTerm term = new PodAffinityTerm(LabelSelector.nothing(), List.of(), null, "");
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "weight" -> weight = integer(p);
                    case "podAffinityTerm" -> term = podAffinityTerm(p);
                    default -> p.skipChildren();
                }
            }
        }
        return new PodAffinityTerm.Weighted(weight, term);
    }

    /** matchLabelKeys are not read: the API server writes them into the selector when the pod is created. */
    private PodAffinityTerm podAffinityTerm(JsonParser p) throws IOException {
        LabelSelector selector = LabelSelector.nothing();
        List<String> namespaces = List.of();
        LabelSelector namespaceSelector = null;
        String topologyKey = "";
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "labelSelector" -> selector = labelSelector(p);
                    case "namespaces" -> namespaces = texts(p);
                    case "namespaceSelector" ->
                        namespaceSelector = p.currentToken() == JsonToken.START_OBJECT ? labelSelector(p) : null;
                    case "topologyKey" -> topologyKey = text(p);
                    default -> p.skipChildren();
                }
            }
        }
        return new PodAffinityTerm(selector, namespaces, namespaceSelector, topologyKey);
    }

    TopologySpreadConstraint spreadConstraint(JsonParser p) throws IOException {
        int maxSkew = 0;
        String topologyKey = "";
        boolean doNotSchedule = false;
        LabelSelector selector = null;
        List<String> matchLabelKeys = List.of();
        int minDomains = 1;
        boolean honorAffinity = true;
        boolean honorTaints = false;
        if (beginsObject(p)) {
            for (String field = nextField(p); field != null; field = nextField(p)) {
                switch (field) {
                    case "maxSkew" -> maxSkew = integer(p);
                    case "topologyKey" -> topologyKey = text(p);
                    case "whenUnsatisfiable" -> doNotSchedule = text(p).equals("DoNotSchedule");
                    case "labelSelector" ->
                        selector = p.currentToken() == JsonToken.START_OBJECT ? labelSelector(p) : null;
                    case "matchLabelKeys" -> matchLabelKeys = texts(p);
                    case "minDomains" -> minDomains = p.currentToken() == JsonToken.VALUE_NULL ? 1 : integer(p);
                    case "nodeAffinityPolicy" -> honorAffinity = !text(p).equals("Ignore");
                    case "nodeTaintsPolicy" -> honorTaints = text(p).equals("Honor");
                    default -> p.skipChildren();
                }
            }
        }
        return new TopologySpreadConstraint(
                maxSkew, topologyKey, doNotSchedule, selector, matchLabelKeys, minDomains, honorAffinity, honorTaints);
    }
}
