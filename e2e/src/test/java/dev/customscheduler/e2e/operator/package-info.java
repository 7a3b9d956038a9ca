/** The operator as it is installed: by its chart, in a pod of its own, under the chart's RBAC. */
@NullMarked
package dev.customscheduler.e2e.operator;

import org.jspecify.annotations.NullMarked;
