/** What is remembered of attempts, so that a running scheduler can say why a pod is where it is. Bounded. */
@NullMarked
package dev.customscheduler.engine.attempts;

import org.jspecify.annotations.NullMarked;
