package dev.customscheduler.config.tree;

import java.util.List;

/** A list. */
public record SequenceNode(Mark start, Mark end, List<Node> items) implements Node {
    public SequenceNode {
        items = List.copyOf(items);
    }

    @Override
    public String describe() {
        return "a list";
    }
}
