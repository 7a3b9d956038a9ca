package dev.customscheduler.config;

/** The two profiling switches at the root of the document. */
public record Debugging(boolean enableProfiling, boolean enableContentionProfiling) {}
