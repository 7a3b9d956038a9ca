package dev.customscheduler.config;

/** An extended resource that an extender manages, and whether NodeResourcesFit leaves it alone. */
public record ExtenderManagedResource(String name, boolean ignoredByScheduler) {}
