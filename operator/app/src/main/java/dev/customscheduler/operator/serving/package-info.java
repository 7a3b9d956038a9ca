/** The operator's small HTTP pages. */
@NullMarked
package dev.customscheduler.operator.serving;

import org.jspecify.annotations.NullMarked;
