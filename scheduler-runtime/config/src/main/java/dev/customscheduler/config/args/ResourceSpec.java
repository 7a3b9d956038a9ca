package dev.customscheduler.config.args;

/** A resource and its weight in a score. */
public record ResourceSpec(String name, long weight) {}
