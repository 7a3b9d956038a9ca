package dev.customscheduler.config;

/**
 * A plugin at an extension point of an effective profile.
 *
 * @param weight at least 1 at score points unless the document says a negative one; 0 at all others
 */
public record EffectivePlugin(String name, int weight) {}
