/** Cache, queue, profiles and the scheduling cycle; reaches the cluster only through a port. */
@NullMarked
package dev.customscheduler.engine;

import org.jspecify.annotations.NullMarked;
