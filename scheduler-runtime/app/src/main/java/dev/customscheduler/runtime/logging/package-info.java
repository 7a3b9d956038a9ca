/** klog's line format and verbosity levels, so that existing log collection and habits keep working. */
@NullMarked
package dev.customscheduler.runtime.logging;

import org.jspecify.annotations.NullMarked;
