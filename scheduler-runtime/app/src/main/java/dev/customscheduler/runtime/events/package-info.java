/** events.k8s.io/v1 events with client-go's series aggregation, sent off the scheduling path. */
@NullMarked
package dev.customscheduler.runtime.events;

import org.jspecify.annotations.NullMarked;
