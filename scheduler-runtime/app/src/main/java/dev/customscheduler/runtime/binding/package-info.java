/** The engine's port to the cluster: bindings, status patches, deletions. */
@NullMarked
package dev.customscheduler.runtime.binding;

import org.jspecify.annotations.NullMarked;
