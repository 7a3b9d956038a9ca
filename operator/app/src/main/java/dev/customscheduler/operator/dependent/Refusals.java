package dev.customscheduler.operator.dependent;

import dev.customscheduler.operator.dependent.Applied.Failed;
import dev.customscheduler.operator.status.Problem;
import dev.customscheduler.operator.status.Reason;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Says in a person's terms what an API server's refusal means, and what to do about it. */
public final class Refusals {
    private static final int UNPROCESSABLE = 422;

    /** The words before the rules in the API server's refusal of a role that its writer could not have. */
    private static final String ESCALATION = "attempting to grant RBAC permissions not currently held:";

    private static final Pattern RULE = Pattern.compile("\\{([^{}]*)}");
    private static final Pattern FIELD = Pattern.compile("(\\w+):\\[([^\\]]*)]");

    private Refusals() {}

    /**
     * Says what a failed read or write means.
     *
     * @param failed the failure
     * @return the problem for the status
     */
    public static Problem explain(Failed failed) {
        var refusal = failed.refusal();
        String subject = failed.verb() + " " + name(failed.desired());
        String answer = answer(refusal);
        return switch (refusal.getCode()) {
            case HttpURLConnection.HTTP_FORBIDDEN -> forbidden(subject, answer);
            case HttpURLConnection.HTTP_CONFLICT ->
                Problem.passing(
                        Reason.ApiError, "cannot " + subject + ": it changed meanwhile; trying again: " + answer);
            case HttpURLConnection.HTTP_BAD_REQUEST, UNPROCESSABLE ->
                Problem.stalled(Reason.Refused, "cannot " + subject + ": the API server refuses it: " + answer);
            default -> unreachable("cannot " + subject, refusal);
        };
    }

    /**
     * Says that the API server could not be asked.
     *
     * @param what what did not work because of it
     * @param refusal the failure
     * @return the problem for the status
     */
    public static Problem unreachable(String what, KubernetesClientException refusal) {
        return Problem.passing(Reason.ApiError, what + ": " + answer(refusal) + "; trying again");
    }

    /**
     * Names an object.
     *
     * @param object the object
     * @return its kind, namespace and name
     */
    public static String name(HasMetadata object) {
        String namespace = object.getMetadata().getNamespace();
        return object.getKind() + " " + (namespace == null ? "" : namespace + "/")
                + object.getMetadata().getName();
    }

    /**
     * The API server's own words, or the client's where there are none.
     *
     * @param refusal the failure
     * @return one line
     */
    public static String answer(KubernetesClientException refusal) {
        String message =
                refusal.getStatus() == null ? null : refusal.getStatus().getMessage();
        if (message == null) {
            Throwable cause = root(refusal);
            message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        }
        return message.strip().replaceAll("\\s*\\n\\s*", " ");
    }

    private static Throwable root(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? failure : root(cause);
    }

    private static Problem forbidden(String subject, String answer) {
        if (answer.contains("because it is being terminated")) {
            return Problem.passing(Reason.NamespaceTerminating, "cannot " + subject + ": " + answer);
        }
        int rules = answer.indexOf(ESCALATION);
        if (rules >= 0) {
            return Problem.stalled(
                    Reason.Forbidden,
                    "cannot " + subject + ": the operator's own role lacks "
                            + String.join(", ", missing(answer.substring(rules + ESCALATION.length())))
                            + ", and the API server lets nobody grant what they do not hold; add these rules to the"
                            + " operator's ClusterRole");
        }
        return Problem.stalled(
                Reason.Forbidden,
                "cannot " + subject + ": " + answer + "; add this right to the operator's ClusterRole");
    }

    /**
     * The rules that an escalation refusal lists, as {@code create pods/binding}; a group other than the core one
     * follows the resource after a dot, as kubectl writes it.
     */
    static List<String> missing(String listed) {
        var found = new ArrayList<String>();
        var rules = RULE.matcher(listed);
        while (rules.find()) {
            var fields = fields(rules.group(1));
            var verbs = fields.getOrDefault("verbs", List.of());
            var names = fields.getOrDefault("resourcenames", List.of());
            String suffix = names.isEmpty() ? "" : " (" + String.join(", ", names) + ")";
            for (String url : fields.getOrDefault("nonresourceurls", List.of())) {
                found.add(String.join("/", verbs) + " " + url);
            }
            for (String group : fields.getOrDefault("apigroups", List.of(""))) {
                for (String resource : fields.getOrDefault("resources", List.of())) {
                    found.add(String.join("|", verbs) + " " + resource + (group.isEmpty() ? "" : "." + group) + suffix);
                }
            }
        }
        return found.isEmpty() ? List.of(listed.strip()) : found;
    }

    private static Map<String, List<String>> fields(String rule) {
        var fields = new TreeMap<String, List<String>>();
        var matcher = FIELD.matcher(rule);
        while (matcher.find()) {
            var values = new ArrayList<String>();
            for (String value : matcher.group(2).split("\\s+", -1)) {
                values.add(value.replaceAll("^[\",]+|[\",]+$", ""));
            }
            fields.put(matcher.group(1).toLowerCase(Locale.ROOT), values);
        }
        return fields;
    }
}
