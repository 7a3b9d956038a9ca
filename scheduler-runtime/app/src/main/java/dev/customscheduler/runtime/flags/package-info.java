/** kube-scheduler's command line: its flags, defaults, Go's spelling of values, and its refusals. */
@NullMarked
package dev.customscheduler.runtime.flags;

import org.jspecify.annotations.NullMarked;
