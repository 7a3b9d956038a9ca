/** The reconciler and its steps: read the configuration, judge it, write the objects, observe, tell. */
@NullMarked
package dev.customscheduler.operator.reconcile;

import org.jspecify.annotations.NullMarked;
