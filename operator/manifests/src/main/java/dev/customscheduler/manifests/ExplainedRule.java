package dev.customscheduler.manifests;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;

/**
 * A rule of a role, and why the scheduler needs it.
 *
 * @param namespace where it is granted; empty for the whole cluster
 * @param reason one line that names the plugin or the part of the scheduler
 */
public record ExplainedRule(String namespace, PolicyRule rule, String reason) {}
