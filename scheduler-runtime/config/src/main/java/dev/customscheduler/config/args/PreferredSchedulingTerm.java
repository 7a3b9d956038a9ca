package dev.customscheduler.config.args;

/** {@code core/v1} PreferredSchedulingTerm. */
public record PreferredSchedulingTerm(int weight, NodeSelectorTerm preference) {}
