package dev.customscheduler.framework;

import dev.customscheduler.framework.model.Pod;

/** Called where no node fits; preemption is one. The first plugin that succeeds ends the round. */
public interface PostFilterPlugin extends Plugin {

    /** Tries to make room. */
    PostFilterResult postFilter(CycleState state, Pod pod, NodeStatuses statuses);
}
