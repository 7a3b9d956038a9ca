/**
 * The arguments of plugins, typed. Upstream: kubescheduler.config.k8s.io/v1 types_pluginargs, and
 * customscheduler.dev/v1alpha1 for our own.
 */
@NullMarked
package dev.customscheduler.config.args;

import org.jspecify.annotations.NullMarked;
