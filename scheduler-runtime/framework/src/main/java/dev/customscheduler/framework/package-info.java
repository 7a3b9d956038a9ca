/**
 * The contract that plugin authors compile against.
 *
 * <p>A plugin implements {@link dev.customscheduler.framework.Plugin} by way of the extension points that it takes part
 * in. An attempt to schedule a pod goes through them in this order: PreEnqueue and QueueSort in the queue; PreFilter,
 * Filter, and where nothing fits PostFilter; PreScore, Score, normalising; Reserve, Permit; then, beside the next
 * attempts, PreBind, Bind, PostBind. Where a pod fails after Reserve, Unreserve runs in reverse order. The names, the
 * order and the meaning of statuses are kube-scheduler's.
 *
 * <p>Pods and nodes are the immutable records of {@link dev.customscheduler.framework.model}.
 */
@NullMarked
package dev.customscheduler.framework;

import org.jspecify.annotations.NullMarked;
