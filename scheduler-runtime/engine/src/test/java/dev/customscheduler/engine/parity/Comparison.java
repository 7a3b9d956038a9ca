package dev.customscheduler.engine.parity;

import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.framework.Status;
import dev.customscheduler.testbed.oracle.DryRun;
import dev.customscheduler.testbed.oracle.PodPlacement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is different between the oracle's placements and ours. */
final class Comparison {
    private Comparison() {}

    static List<String> differences(List<PodPlacement> theirs, List<AttemptResult> ours) {
        List<String> all = new ArrayList<>();
        if (theirs.size() != ours.size()) {
            all.add("pods: " + theirs.size() + " against " + ours.size());
            return all;
        }
        for (int i = 0; i < theirs.size(); i++) {
            PodPlacement their = theirs.get(i);
            AttemptResult our = ours.get(i);
            String pod = their.pod();
            compare(all, pod + " name", pod, our.pod().key());
            compare(all, pod + " node", their.node(), our.node());
            if (our.node() == null) {
                compare(all, pod + " nominated", orEmpty(their.nominatedNode()), our.nominatedNode());
                compare(all, pod + " preempted", their.preempted(), our.victims());
            }
            if (our.node() == null) {
                compare(all, pod + " message", orEmpty(their.message()), our.message());
                // After an error the oracle has no diagnosis.
                boolean error = our.outcome() == AttemptResult.Outcome.ERROR;
                compare(all, pod + " nodes", sorted(their.nodes()), error ? Map.of() : reasons(our.statuses()));
            }
            compare(all, pod + " scores", sortedScores(their.scores()), sortedScores(our.scores()));
        }
        return all;
    }

    /** As {@link #differences(List, List)}, and what each node would lose to a preemption. */
    static List<String> differences(List<PodPlacement> theirs, List<AttemptResult> ours, OracleChance chance) {
        List<String> all = new ArrayList<>(chance.differences());
        all.addAll(differences(theirs, ours));
        for (PodPlacement their : theirs) {
            compare(
                    all,
                    their.pod() + " candidates",
                    candidates(their.dryRuns()),
                    candidates(chance.candidates(their.pod())));
        }
        return all;
    }

    private static Map<String, DryRun> candidates(List<DryRun> runs) {
        Map<String, DryRun> out = new TreeMap<>();
        for (DryRun run : runs) {
            if (!run.victims().isEmpty()) {
                out.put(run.node(), run);
            }
        }
        return out;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static void compare(List<String> all, String what, @Nullable Object their, @Nullable Object our) {
        if (their == null ? our != null : !their.equals(our)) {
            all.add(what + "\n    theirs: " + their + "\n    ours:   " + our);
        }
    }

    /** The reasons of one node come in no particular order. */
    private static Map<String, String> sorted(Map<String, String> nodes) {
        Map<String, String> out = new TreeMap<>();
        nodes.forEach((node, text) -> {
            int colon = text.indexOf(": ");
            out.put(
                    node,
                    text.substring(0, colon)
                            + new TreeSet<>(
                                    Arrays.asList(text.substring(colon + 2).split(", "))));
        });
        return out;
    }

    private static Map<String, String> reasons(Map<String, Status> statuses) {
        Map<String, String> out = new TreeMap<>();
        statuses.forEach((node, s) -> out.put(node, s.plugin() + ": " + String.join(", ", s.reasons())));
        return sorted(out);
    }

    private static Map<String, Map<String, Long>> sortedScores(Map<String, Map<String, Long>> scores) {
        Map<String, Map<String, Long>> out = new TreeMap<>();
        scores.forEach((node, byPlugin) -> out.put(node, new TreeMap<>(byPlugin)));
        return out;
    }
}
