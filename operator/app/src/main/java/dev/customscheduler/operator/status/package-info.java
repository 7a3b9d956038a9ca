/**
 * How a CustomScheduler is: pure functions from what was observed, and from the status before, to the status to write.
 */
@NullMarked
package dev.customscheduler.operator.status;

import org.jspecify.annotations.NullMarked;
