package dev.customscheduler.engine;

import dev.customscheduler.engine.cache.NodeSnapshot;
import dev.customscheduler.engine.cycle.Nominator;
import dev.customscheduler.engine.cycle.PodsInPreBind;
import dev.customscheduler.engine.cycle.ProfileRunner;
import dev.customscheduler.engine.cycle.WaitingPods;
import dev.customscheduler.framework.Clock;
import dev.customscheduler.framework.Cluster;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.Handle;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.PodInPreBind;
import dev.customscheduler.framework.Snapshot;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.WaitingPod;
import dev.customscheduler.framework.model.Pod;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the plugins of one profile are given. Plugins are made before the profile's runner is, which joins later. */
final class ProfileHandle implements Handle {
    private final String profileName;
    private final NodeSnapshot snapshot;
    private final Nominator nominator;
    private final WaitingPods waitingPods;
    private final PodsInPreBind podsInPreBind;
    private final Cluster cluster;
    private final Clock clock;
    private final Consumer<String> activate;
    private @Nullable ProfileRunner runner;

    ProfileHandle(
            String profileName,
            NodeSnapshot snapshot,
            Nominator nominator,
            WaitingPods waitingPods,
            PodsInPreBind podsInPreBind,
            SchedulerOptions options,
            Consumer<String> activate) {
        this.profileName = profileName;
        this.snapshot = snapshot;
        this.nominator = nominator;
        this.waitingPods = waitingPods;
        this.podsInPreBind = podsInPreBind;
        this.cluster = options.cluster();
        this.clock = options.clock();
        this.activate = activate;
    }

    void join(ProfileRunner own) {
        runner = own;
    }

    private ProfileRunner runner() {
        ProfileRunner own = runner;
        if (own == null) {
            throw new IllegalStateException("the profile " + profileName + " is not complete yet");
        }
        return own;
    }

    @Override
    public String profileName() {
        return profileName;
    }

    @Override
    public Snapshot snapshot() {
        return snapshot;
    }

    @Override
    public Cluster cluster() {
        return cluster;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public List<Pod> nominatedPods(String nodeName) {
        return nominator.podsFor(nodeName);
    }

    @Override
    public Status runFilters(CycleState state, Pod pod, NodeInfo node) {
        return runner().filter(state, pod, node);
    }

    @Override
    public Status runFiltersWithNominatedPods(CycleState state, Pod pod, NodeInfo node) {
        return runner().filterWithNominated(state, pod, node);
    }

    @Override
    public Status runPreFilterAddPod(CycleState state, Pod pod, Pod added, NodeInfo node) {
        return runner().addPod(state, pod, added, node);
    }

    @Override
    public Status runPreFilterRemovePod(CycleState state, Pod pod, Pod removed, NodeInfo node) {
        return runner().removePod(state, pod, removed, node);
    }

    @Override
    public @Nullable WaitingPod waitingPod(String uid) {
        return waitingPods.get(uid);
    }

    @Override
    public List<WaitingPod> waitingPods() {
        return waitingPods.all();
    }

    @Override
    public @Nullable PodInPreBind podInPreBind(String uid) {
        return podsInPreBind.get(uid);
    }

    @Override
    public void activate(String uid) {
        activate.accept(uid);
    }
}
