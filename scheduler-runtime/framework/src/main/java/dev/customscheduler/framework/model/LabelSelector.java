package dev.customscheduler.framework.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A compiled label selector: the conjunction of its requirements. */
public final class LabelSelector {
    private static final LabelSelector EVERYTHING = new LabelSelector(List.of(), false);
    private static final LabelSelector NOTHING = new LabelSelector(List.of(), true);

    private final List<Requirement> requirements;
    private final boolean nothing;

    private LabelSelector(List<Requirement> requirements, boolean nothing) {
        this.requirements = requirements;
        this.nothing = nothing;
    }

    /** The selector that matches all objects: an empty one. */
    public static LabelSelector everything() {
        return EVERYTHING;
    }

    /** The selector that matches no object: an absent one. */
    public static LabelSelector nothing() {
        return NOTHING;
    }

    /** The selector that requires all of {@code requirements}. */
    public static LabelSelector of(List<Requirement> requirements) {
        return requirements.isEmpty() ? EVERYTHING : new LabelSelector(List.copyOf(requirements), false);
    }

    /** The selector that requires each of {@code labels}. */
    public static LabelSelector ofLabels(Labels labels) {
        List<Requirement> all = new ArrayList<>(labels.size());
        for (int i = 0; i < labels.size(); i++) {
            all.add(new Requirement(labels.key(i), Requirement.Operator.In, List.of(labels.value(i))));
        }
        return of(all);
    }

    /** This selector with more requirements; nothing stays nothing. */
    public LabelSelector and(List<Requirement> more) {
        if (nothing || more.isEmpty()) {
            return this;
        }
        List<Requirement> all = new ArrayList<>(requirements);
        all.addAll(more);
        return of(all);
    }

    /** Whether {@code labels} satisfy every requirement. */
    public boolean matches(Labels labels) {
        if (nothing) {
            return false;
        }
        for (int i = 0; i < requirements.size(); i++) {
            if (!requirements.get(i).matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /** Whether this selector can match no object at all. */
    public boolean isNothing() {
        return nothing;
    }

    /** Whether this selector matches every object. */
    public boolean isEverything() {
        return !nothing && requirements.isEmpty();
    }

    /** The requirements, all of which must hold. */
    public List<Requirement> requirements() {
        return requirements;
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof LabelSelector other && nothing == other.nothing && requirements.equals(other.requirements);
    }

    @Override
    public int hashCode() {
        return nothing ? 1 : requirements.hashCode();
    }

    @Override
    public String toString() {
        return nothing ? "<nothing>" : requirements.toString();
    }
}
