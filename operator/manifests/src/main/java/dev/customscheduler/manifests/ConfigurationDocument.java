package dev.customscheduler.manifests;

/**
 * A configuration that a resource refers to by configurationFrom, as it was found.
 *
 * @param description where it was found, such as {@code ConfigMap schedulers/batch, key config.yaml}; findings begin
 *     with it
 * @param text YAML or JSON
 */
public record ConfigurationDocument(String description, String text) {}
