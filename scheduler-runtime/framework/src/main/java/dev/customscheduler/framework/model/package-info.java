/**
 * Immutable records of what scheduling reads from the cluster's objects. They hold no more than that: whoever needs
 * another field of a pending pod or of a node finds the whole object in its
 * {@link dev.customscheduler.framework.model.Document}.
 */
@NullMarked
package dev.customscheduler.framework.model;

import org.jspecify.annotations.NullMarked;
