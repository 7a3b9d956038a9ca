/**
 * What the operator counts; every name begins with customscheduler_operator_ and no label carries a resource's name.
 */
@NullMarked
package dev.customscheduler.operator.metrics;

import org.jspecify.annotations.NullMarked;
