/** The operator process. */
@NullMarked
package dev.customscheduler.operator;

import org.jspecify.annotations.NullMarked;
