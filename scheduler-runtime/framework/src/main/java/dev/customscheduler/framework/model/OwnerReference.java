package dev.customscheduler.framework.model;

/**
 * The reference to the object that controls another.
 *
 * @param apiVersion the owner's group and version, for example {@code apps/v1}
 * @param kind the owner's kind
 * @param name the owner's name
 * @param uid the owner's UID
 */
public record OwnerReference(String apiVersion, String kind, String name, String uid) {}
