/** {@code csched explain} on what really happens, and the guide that shows it. */
@NullMarked
package dev.customscheduler.e2e.explain;

import org.jspecify.annotations.NullMarked;
