/** The chart, by the real helm. */
@NullMarked
package dev.customscheduler.e2e.chart;

import org.jspecify.annotations.NullMarked;
