/** The pods that wait, and what wakes them. */
@NullMarked
package dev.customscheduler.engine.queue;

import org.jspecify.annotations.NullMarked;
