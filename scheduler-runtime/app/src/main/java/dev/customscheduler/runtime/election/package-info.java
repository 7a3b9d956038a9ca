/** Leader election on a coordination.k8s.io Lease with client-go's timing, and the fence that stops bindings. */
@NullMarked
package dev.customscheduler.runtime.election;

import org.jspecify.annotations.NullMarked;
