/** Scenes that the real kube-scheduler and the runtime live through at the same time, side by side. */
@NullMarked
package dev.customscheduler.runtime.contest;

import org.jspecify.annotations.NullMarked;
