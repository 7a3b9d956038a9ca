/** The operator against a real API server. */
@NullMarked
package dev.customscheduler.operator.cluster;

import org.jspecify.annotations.NullMarked;
