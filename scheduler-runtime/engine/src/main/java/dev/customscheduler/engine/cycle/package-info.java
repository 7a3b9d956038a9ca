/** One attempt: filtering, scoring, choosing. */
@NullMarked
package dev.customscheduler.engine.cycle;

import org.jspecify.annotations.NullMarked;
