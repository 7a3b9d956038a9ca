package dev.customscheduler.engine.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.customscheduler.engine.Scheduler;
import dev.customscheduler.engine.explain.Explanation.Kind;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A change that may help, to be made on a copy of a scheduler and taken back.
 *
 * @param kind what kind of change
 * @param text what to change, for people
 * @param cost how large it is beside others; a plain change of one object is 1
 * @param pod changes a copy of the pod's document
 * @param make changes what the copy of the scheduler knows
 * @param undo takes that back
 */
record Repair(
        Kind kind,
        String text,
        double cost,
        UnaryOperator<ObjectNode> pod,
        Consumer<Scheduler> make,
        Consumer<Scheduler> undo) {

    /** A change of the pod. */
    static Repair ofPod(Kind kind, String text, double cost, UnaryOperator<ObjectNode> change) {
        return new Repair(kind, text, cost, change, copy -> {}, copy -> {});
    }

    /** A change of something else. */
    static Repair ofCluster(Kind kind, String text, double cost, Consumer<Scheduler> make, Consumer<Scheduler> undo) {
        return new Repair(kind, text, cost, UnaryOperator.identity(), make, undo);
    }
}
