/** Random configurations, and the real kube-scheduler's verdict on them. */
@NullMarked
package dev.customscheduler.config.differential;

import org.jspecify.annotations.NullMarked;
