/** Webhooks of the scheduler: services outside the process that filter, score, preempt and bind. */
@NullMarked
package dev.customscheduler.engine.extender;

import org.jspecify.annotations.NullMarked;
