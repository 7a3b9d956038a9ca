/**
 * The objects that a CustomScheduler stands for, one class each, and how they are written: ownership first, by
 * server-side apply, and only where something differs.
 */
@NullMarked
package dev.customscheduler.operator.dependent;

import org.jspecify.annotations.NullMarked;
