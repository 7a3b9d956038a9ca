/** A long run on a cluster that never rests. */
@NullMarked
package dev.customscheduler.runtime.soak;

import org.jspecify.annotations.NullMarked;
