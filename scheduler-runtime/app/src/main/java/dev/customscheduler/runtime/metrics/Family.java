package dev.customscheduler.runtime.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/**
 * The samples of one name, one child for each combination of label values. Finding a child allocates: hot paths find
 * theirs once and keep it.
 *
 * @param <C> what a child is
 */
public abstract class Family<C> implements Metric {
    private static final String SEPARATOR = "\u0000";

    private final String name;
    private final String help;
    private final String type;
    private final List<String> labelNames;
    private final Supplier<C> maker;
    private final ConcurrentSkipListMap<String, Child<C>> children = new ConcurrentSkipListMap<>();

    private record Child<C>(List<String> labels, C value) {}

    Family(String name, String help, String type, List<String> labelNames, Supplier<C> maker) {
        this.name = name;
        this.help = help;
        this.type = type;
        this.labelNames = List.copyOf(labelNames);
        this.maker = maker;
        if (labelNames.isEmpty()) {
            with();
        }
    }

    /** The child of these label values, in the order of the family's label names; made where it is new. */
    public final C with(String... values) {
        String key = values.length == 1 ? values[0] : String.join(SEPARATOR, values);
        Child<C> child = children.get(key);
        if (child == null) {
            if (values.length != labelNames.size()) {
                throw new IllegalArgumentException(name + " has the labels " + labelNames);
            }
            List<String> labels = new ArrayList<>(values.length * 2);
            for (int i = 0; i < values.length; i++) {
                labels.add(labelNames.get(i));
                labels.add(values[i]);
            }
            child = children.computeIfAbsent(key, absent -> new Child<>(List.copyOf(labels), maker.get()));
        }
        return child.value();
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final void write(TextFormat out) {
        if (children.isEmpty()) {
            return;
        }
        out.family(name, help, type);
        for (Child<C> child : children.values()) {
            write(out, child.labels(), child.value());
        }
    }

    abstract void write(TextFormat out, List<String> labels, C child);
}
