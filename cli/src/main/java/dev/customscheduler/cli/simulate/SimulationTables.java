package dev.customscheduler.cli.simulate;

import dev.customscheduler.cli.text.Table;
import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.engine.AttemptResult.Outcome;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.model.Resources;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** The result for people: every pod, how full the nodes are, what stays pending and why. */
final class SimulationTables {
    private static final double GIBI = 1L << 30;

    private final PrintWriter out;

    SimulationTables(PrintWriter out) {
        this.out = out;
    }

    void print(SimulationRun.Result result, List<AttemptResult> attempts) {
        Table table = new Table("NAMESPACE", "POD", "NODE", "PREEMPTED", "NOMINATED");
        for (AttemptResult attempt : attempts) {
            table.row(
                    attempt.pod().namespace(),
                    attempt.pod().name(),
                    attempt.outcome() == Outcome.SCHEDULED ? String.valueOf(attempt.node()) : "",
                    String.join(", ", attempt.victims()),
                    attempt.nominatedNode());
        }
        table.print(out, "");
        out.println();
        nodes(result);
        pending(attempts);
        out.printf("%d of %d pods placed%n", Outcomes.placed(attempts), attempts.size());
    }

    private void nodes(SimulationRun.Result result) {
        Table table = new Table("NODE", "PODS", "CPU", "MEMORY");
        for (NodeInfo node : result.nodes()) {
            Resources used = node.requested();
            Resources all = node.allocatable();
            table.row(
                    node.name(),
                    node.podCount() + " of " + all.pods(),
                    share(used.milliCpu() / 1000.0, all.milliCpu() / 1000.0, ""),
                    share(used.memory() / GIBI, all.memory() / GIBI, "Gi"));
        }
        table.print(out, "");
        out.println();
    }

    private static String share(double used, double all, String unit) {
        String share = all == 0 ? "" : String.format(Locale.ROOT, " (%.0f%%)", 100 * used / all);
        return String.format(Locale.ROOT, "%.2f%s of %.2f%s%s", used, unit, all, unit, share);
    }

    private void pending(List<AttemptResult> attempts) {
        Map<String, TreeSet<String>> byMessage = new LinkedHashMap<>();
        for (AttemptResult attempt : attempts) {
            if (attempt.outcome() != Outcome.SCHEDULED) {
                byMessage
                        .computeIfAbsent(Outcomes.message(attempt), message -> new TreeSet<>())
                        .add(attempt.pod().key());
            }
        }
        if (byMessage.isEmpty()) {
            return;
        }
        out.println("Pending");
        byMessage.forEach((message, pods) -> {
            out.println("  " + message);
            out.println("    " + pods.size() + (pods.size() == 1 ? " pod: " : " pods: ") + some(pods));
        });
        out.println();
    }

    private static String some(TreeSet<String> pods) {
        int shown = Math.min(5, pods.size());
        String names = String.join(", ", List.copyOf(pods).subList(0, shown));
        return pods.size() > shown ? names + ", ..." : names;
    }

    void explain(AttemptResult attempt) {
        out.println("Pod " + attempt.pod().key());
        switch (attempt.outcome()) {
            case SCHEDULED -> out.println("  goes to " + attempt.node());
            case UNSCHEDULABLE, ERROR, GATED, NOT_RESPONSIBLE ->
                out.println("  stays pending: " + Outcomes.message(attempt));
        }
        if (!attempt.nominatedNode().isEmpty()) {
            out.println("  is nominated for " + attempt.nominatedNode() + ", where it preempts "
                    + String.join(", ", attempt.victims()));
        }
        if (attempt.outcome() == Outcome.SCHEDULED && attempt.scores().isEmpty() && attempt.feasibleNodes() == 1) {
            out.println("  it is the single feasible node: nothing was scored");
        }
        out.println();
        if (!attempt.scores().isEmpty()) {
            scores(attempt);
        }
        if (!attempt.statuses().isEmpty()) {
            Table table = new Table("NODE", "REFUSED BY", "REASON");
            attempt.statuses()
                    .forEach((node, status) -> table.row(node, status.plugin(), String.join(", ", status.reasons())));
            table.print(out, "  ");
            out.println();
        }
    }

    private void scores(AttemptResult attempt) {
        TreeSet<String> plugins = new TreeSet<>();
        attempt.scores().values().forEach(byPlugin -> plugins.addAll(byPlugin.keySet()));
        String[] headings = new String[plugins.size() + 2];
        headings[0] = "NODE";
        headings[1] = "TOTAL";
        int at = 2;
        for (String plugin : plugins) {
            headings[at++] = plugin;
        }
        Table table = new Table(headings);
        attempt.scores().entrySet().stream()
                .sorted((a, b) -> {
                    int byTotal = Long.compare(total(b.getValue()), total(a.getValue()));
                    return byTotal == 0 ? a.getKey().compareTo(b.getKey()) : byTotal;
                })
                .forEach(entry -> {
                    String[] row = new String[headings.length];
                    row[0] = entry.getKey();
                    row[1] = Long.toString(total(entry.getValue()));
                    int i = 2;
                    for (String plugin : plugins) {
                        Long score = entry.getValue().get(plugin);
                        row[i++] = score == null ? "" : Long.toString(score);
                    }
                    table.row(row);
                });
        table.print(out, "  ");
        out.println();
    }

    private static long total(Map<String, Long> byPlugin) {
        long total = 0;
        for (long score : byPlugin.values()) {
            total += score;
        }
        return total;
    }
}
