package dev.customscheduler.engine.queue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Makes a script for a queue of a seed. It needs to know which pods are being tried, so the caller tells it what was
 * taken.
 */
final class ScriptGenerator {
    private static final List<String> PLUGINS = List.of("A", "B", "C", "X");
    private static final List<String> EVENTS = List.of("nodeAdd", "nodeLabel", "nodeDelete", "podDelete", "podAdd");
    private static final List<String> LABELS = List.of("A", "B", "C", "G", "H", "all", "none", "error");

    private final Random random;
    private final List<String> known = new ArrayList<>();
    private final List<String> tried = new ArrayList<>();
    /** Those of {@code known} for which a gate was closed at any time. */
    private final List<String> gated = new ArrayList<>();
    /** Those of {@code tried} that go to be bound. */
    private final Set<String> settled = new HashSet<>();

    private int created;

    ScriptGenerator(long seed) {
        this.random = new Random(seed);
    }

    Map<String, Object> options() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("initialBackoff", of(List.of(1000, 1000, 500, 2500, 100)));
        options.put("maxBackoff", of(List.of(10_000, 10_000, 4000, 2500, 0)));
        options.put("maxInUnschedulable", of(List.of(300_000, 45_000)));
        options.put("pop", random.nextInt(5) > 0);
        return options;
    }

    /** The next action; what a pop takes must be told by {@link #took}. */
    Map<String, Object> next() {
        int dice = random.nextInt(100);
        if (known.isEmpty() || dice < 14) {
            String name = "p" + created++;
            known.add(name);
            return action("add", "pod", name, "priority", random.nextInt(3));
        }
        if (dice < 32) {
            return action("pop");
        }
        if (dice < 56 && !tried.isEmpty()) {
            String name = of(tried);
            if (random.nextInt(5) == 0 && settled.add(name)) {
                return action("settle", "pod", name);
            }
            tried.remove(name);
            boolean bound = settled.remove(name);
            if (random.nextInt(6) == 0) {
                known.remove(name);
                gated.remove(name);
                return action("done", "pod", name);
            }
            if (bound) {
                return action("fail", "pod", name, "plugins", List.of(), "pending", List.of());
            }
            List<String> rejectors = some(PLUGINS);
            List<String> pending = random.nextInt(4) == 0 ? some(List.of("A", "B")) : List.of();
            return action("fail", "pod", name, "plugins", rejectors, "pending", pending);
        }
        if (dice < 72) {
            String except = random.nextInt(4) == 0 ? of(known) : "";
            return action(
                    "event", "event", of(EVENTS), "label", of(LABELS), "except", except, "atMost", random.nextInt(3));
        }
        // Much happens to the few that have gates.
        String name = gated.isEmpty() || random.nextBoolean() ? of(known) : of(gated);
        if (dice < 78) {
            if (settled.contains(name)) { // the queue is not told: the pod has a node
                return action("pop");
            }
            return action("update", "pod", name, "label", of(LABELS));
        }
        if (dice < 80) {
            known.remove(name);
            gated.remove(name);
            return action("delete", "pod", name);
        }
        if (dice < 83) {
            return action("activate", "pod", name);
        }
        if (dice < 90) {
            String plugin = random.nextBoolean() ? "G" : "H";
            boolean on = random.nextInt(5) < 2;
            if (on && !gated.contains(name)) {
                gated.add(name);
            }
            return action("gate", "pod", name, "plugin", plugin, "on", on);
        }
        int ms = random.nextInt(10) == 0 ? 20_000 + random.nextInt(60_000) : 1 + random.nextInt(3000);
        return action("advance", "ms", ms);
    }

    void took(String pod) {
        if (!pod.isEmpty()) {
            tried.add(pod);
        }
    }

    private <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private List<String> some(List<String> choices) {
        List<String> taken = new ArrayList<>();
        for (String c : choices) {
            if (random.nextInt(3) == 0) {
                taken.add(c);
            }
        }
        return taken;
    }

    private static Map<String, Object> action(String what, Object... fields) {
        Map<String, Object> action = new LinkedHashMap<>();
        action.put("do", what);
        for (int i = 0; i < fields.length; i += 2) {
            action.put((String) fields[i], fields[i + 1]);
        }
        return action;
    }
}
