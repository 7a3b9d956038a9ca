package dev.customscheduler.cli.explain;

import dev.customscheduler.cli.explain.Answer.Asked;
import dev.customscheduler.cli.explain.Answer.Problem;
import dev.customscheduler.cli.text.Table;
import dev.customscheduler.engine.explain.Explanation;
import dev.customscheduler.engine.explain.Explanation.Attempt;
import dev.customscheduler.engine.explain.Explanation.Changes;
import dev.customscheduler.engine.explain.Explanation.NodeScore;
import dev.customscheduler.engine.explain.Explanation.Now;
import dev.customscheduler.engine.explain.Explanation.Placement;
import dev.customscheduler.engine.explain.Explanation.Queue;
import dev.customscheduler.engine.explain.Explanation.Refusal;
import dev.customscheduler.engine.explain.Explanation.Suggestion;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An answer for people. */
final class ExplanationText {
    /** Of how many nodes a line names some. */
    private static final int NODES = 5;
    /** How many reasons are told, those of the most nodes first: plugins and extenders may have one for each node. */
    private static final int REASONS = 12;
    /** How wide a reason, names of nodes, and what else is long may be, so that lines end before 120 characters. */
    private static final int REASON = 53;

    private static final int WHICH = 34;
    private static final int LONG = 68;

    private final PrintWriter out;

    ExplanationText(PrintWriter out) {
        this.out = out;
    }

    void print(Answer answer) {
        out.println("Pod " + answer.namespace() + "/" + answer.name());
        Problem problem = answer.problem();
        Explanation e = answer.explanation();
        if (problem != null) {
            problem.message().lines().forEach(line -> out.println("  " + line));
        } else if (e != null) {
            print(e, answer.scheduler());
        }
    }

    private void print(Explanation e, @Nullable Asked asked) {
        out.println("  " + state(e));
        if (asked != null && !asked.address().isEmpty()) {
            out.println("  says " + e.schedulerName() + ", at " + asked.address());
        } else if (asked != null && !asked.pod().isEmpty()) {
            out.println("  says " + e.schedulerName() + ", pod " + asked.namespace() + "/" + asked.pod());
        } else {
            out.println("  by a simulation: the scheduler itself was not asked");
        }
        if (e.queue() != null) {
            print(e.queue());
        }
        out.println();
        if (e.lastAttempt() != null) {
            print(e.lastAttempt());
        }
        if (e.now() != null) {
            print(e.now(), e.lastAttempt());
        }
        if (e.changes() != null) {
            print(e.changes());
        }
        wakers(e);
        if (e.decision() != null) {
            print(e.decision());
        }
        if (!e.notes().isEmpty()) {
            out.println("Notes");
            e.notes().forEach(note -> out.println("  " + note));
            out.println();
        }
    }

    private static String state(Explanation e) {
        return switch (e.state()) {
            case GATED -> "is held back: it is not tried";
            case ACTIVE -> "is about to be tried";
            case BACKOFF -> "is pending, and tried again after its backoff";
            case UNSCHEDULABLE -> "is pending, until something happens that may help it";
            case TRIED_NOW -> "is tried, or bound, this moment";
            case PENDING -> "is pending";
            case ASSIGNED -> "is on node " + e.node();
        };
    }

    private void print(Queue queue) {
        List<String> words = new ArrayList<>();
        if (!queue.createdAt().isEmpty()) {
            words.add("created " + queue.createdAt());
        }
        words.add(queue.attempts() == 1 ? "tried once" : "tried " + queue.attempts() + " times");
        if (!queue.firstAttemptAt().isEmpty()) {
            words.add("first " + queue.firstAttemptAt());
        }
        if (!queue.lastFailureAt().isEmpty()) {
            words.add("last " + queue.lastFailureAt());
        }
        if (!queue.backoffUntil().isEmpty()) {
            words.add("again after " + queue.backoffUntil());
        }
        out.println("  " + String.join(", ", words));
    }

    private void print(Attempt attempt) {
        out.println("The last attempt" + (attempt.time().isEmpty() ? "" : ", " + attempt.time()));
        out.println("  " + attempt.message());
        if (!attempt.refusals().isEmpty()) {
            refusals(attempt.refusals());
        }
        out.println();
    }

    private void print(Now now, @Nullable Attempt last) {
        if (last != null && !last.refusals().isEmpty() && last.refusals().equals(now.refusals())) {
            out.println("Now");
            out.println("  the same");
            out.println();
            return;
        }
        out.println("Now");
        out.println("  " + now.feasible() + " of " + now.nodes() + " nodes would take it"
                + (now.feasible() == 0 ? "" : ": " + some(now.feasibleNodes(), now.feasible())));
        if (!now.refusals().isEmpty()) {
            refusals(now.refusals());
        }
        out.println();
    }

    private void refusals(List<Refusal> refusals) {
        Table table = new Table("NODES", "REFUSED BY", "REASON", "WHICH")
                .limit(2, REASON)
                .limit(3, WHICH);
        for (Refusal r : refusals.subList(0, Math.min(REASONS, refusals.size()))) {
            table.row(
                    Integer.toString(r.count()),
                    r.plugin(),
                    String.join(", ", r.reasons()),
                    some(r.nodes(), r.count()));
        }
        table.print(out, "  ");
        if (refusals.size() > REASONS) {
            int nodes = 0;
            for (Refusal r : refusals.subList(REASONS, refusals.size())) {
                nodes += r.count();
            }
            out.println("  " + nodes + " more nodes have " + (refusals.size() - REASONS)
                    + " more reasons: -o json tells them");
        }
    }

    private static String some(List<String> names, int count) {
        int shown = Math.min(NODES, names.size());
        String text = String.join(", ", names.subList(0, shown));
        return count > shown ? text + " and " + (count - shown) + " more" : text;
    }

    private void print(Changes changes) {
        if (changes.found().isEmpty()) {
            out.println("What would make it fit");
            out.println("  no small change that was tried: " + changes.tried() + " were");
            out.println();
            return;
        }
        out.println("What would make it fit, each tried on a copy of the cluster");
        Table table = new Table("ON NODE", "CHANGE").limit(1, LONG);
        for (Suggestion s : changes.found()) {
            table.row(
                    s.node(),
                    String.join(
                            ", and ",
                            s.steps().stream().map(Explanation.Step::text).toList()));
        }
        table.print(out, "  ");
        if (!changes.complete()) {
            out.println("  the search ended after " + changes.tried() + " trials");
        }
        out.println();
    }

    private void wakers(Explanation e) {
        if (e.wakers().isEmpty()) {
            return;
        }
        out.println("What would make the scheduler try again");
        Table table = new Table("PLUGIN", "EVENTS").limit(1, LONG);
        for (Explanation.Waker w : e.wakers()) {
            table.row(w.plugin(), w.events().isEmpty() ? "every event" : byKind(w.events()));
        }
        table.print(out, "  ");
        out.println();
    }

    /** Events as {@code Node Add, UpdateNodeLabel; AssignedPod Delete}. */
    private static String byKind(List<String> events) {
        Map<String, List<String>> byKind = new LinkedHashMap<>();
        for (String event : events) {
            int slash = event.indexOf('/');
            byKind.computeIfAbsent(event.substring(0, Math.max(0, slash)), k -> new ArrayList<>())
                    .add(event.substring(slash + 1));
        }
        List<String> words = new ArrayList<>();
        byKind.forEach((kind, actions) -> words.add(kind + " " + String.join(", ", actions)));
        return String.join("; ", words);
    }

    private void print(Placement decision) {
        out.println("The decision, " + decision.time() + ", attempt " + decision.attempts());
        out.println("  " + decision.feasibleNodes() + " of the " + decision.evaluatedNodes()
                + (decision.evaluatedNodes() == 1 ? " node" : " nodes") + " that were looked at would take it");
        if (!decision.scores().isEmpty()) {
            scores(decision.scores());
        }
        out.println();
    }

    /** Plugins are many and have long names: they stand beside each other only where they gave something. */
    private void scores(List<NodeScore> scores) {
        Table table = new Table("NODE", "TOTAL", "BY PLUGIN").limit(2, LONG);
        for (NodeScore score : scores) {
            List<Map.Entry<String, Long>> plugins =
                    new ArrayList<>(score.plugins().entrySet());
            plugins.removeIf(plugin -> plugin.getValue() == 0);
            plugins.sort(
                    Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()));
            List<String> words = new ArrayList<>();
            plugins.forEach(plugin -> words.add(plugin.getKey() + " " + plugin.getValue()));
            table.row(score.node(), Long.toString(score.total()), String.join(", ", words));
        }
        table.print(out, "  ");
    }
}
