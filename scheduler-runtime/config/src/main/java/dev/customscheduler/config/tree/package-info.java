/**
 * Documents as trees with positions: YAML with the exact reading of kube-scheduler (sigs.k8s.io/yaml over go-yaml v2),
 * strict JSON, and decoded JSON nodes.
 */
@NullMarked
package dev.customscheduler.config.tree;

import org.jspecify.annotations.NullMarked;
