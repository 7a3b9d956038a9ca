package dev.customscheduler.config.args;

/** A point of a scoring function: utilization in percent, score from 0 to 10. */
public record UtilizationShapePoint(int utilization, int score) {}
