package dev.customscheduler.config;

/**
 * One entry of an {@code enabled} or {@code disabled} list.
 *
 * @param name the plugin, or {@code *} in a disabled list
 * @param weight as written; 0 where none was given (a score plugin then weighs 1)
 */
public record Plugin(String name, int weight) {}
