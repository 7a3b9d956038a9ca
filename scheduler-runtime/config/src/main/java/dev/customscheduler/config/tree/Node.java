package dev.customscheduler.config.tree;

/** A value of a document. Nodes reached through a YAML alias are shared, so a document is a graph without cycles. */
public sealed interface Node permits MappingNode, SequenceNode, ScalarNode {
    /** Where it begins. */
    Mark start();

    /** Where it ends, exclusive. */
    Mark end();

    /** What it is, in JSON's words with an article: {@code a string}, {@code an object}. */
    String describe();
}
