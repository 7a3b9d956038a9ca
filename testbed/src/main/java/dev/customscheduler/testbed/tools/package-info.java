/**
 * The pinned control plane binaries: found in KUBEBUILDER_ASSETS, or built once from the Go modules beside this one
 * into a user cache.
 */
@NullMarked
package dev.customscheduler.testbed.tools;

import org.jspecify.annotations.NullMarked;
