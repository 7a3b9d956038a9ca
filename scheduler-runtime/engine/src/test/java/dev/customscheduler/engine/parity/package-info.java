/** Comparison with kube-scheduler's own code. */
@NullMarked
package dev.customscheduler.engine.parity;

import org.jspecify.annotations.NullMarked;
