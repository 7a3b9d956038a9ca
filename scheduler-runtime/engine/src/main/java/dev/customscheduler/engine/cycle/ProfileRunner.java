package dev.customscheduler.engine.cycle;

import dev.customscheduler.engine.SchedulerObserver;
import dev.customscheduler.engine.profile.Profile;
import dev.customscheduler.framework.BindPlugin;
import dev.customscheduler.framework.Code;
import dev.customscheduler.framework.CycleState;
import dev.customscheduler.framework.FilterPlugin;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.NodeStatuses;
import dev.customscheduler.framework.PermitPlugin;
import dev.customscheduler.framework.PermitResult;
import dev.customscheduler.framework.PostBindPlugin;
import dev.customscheduler.framework.PostFilterPlugin;
import dev.customscheduler.framework.PostFilterResult;
import dev.customscheduler.framework.PreBindPlugin;
import dev.customscheduler.framework.PreEnqueuePlugin;
import dev.customscheduler.framework.PreFilterExtensions;
import dev.customscheduler.framework.PreFilterPlugin;
import dev.customscheduler.framework.PreFilterResult;
import dev.customscheduler.framework.PreScorePlugin;
import dev.customscheduler.framework.ReservePlugin;
import dev.customscheduler.framework.StateKey;
import dev.customscheduler.framework.Status;
import dev.customscheduler.framework.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Runs the extension points of one profile, each with all its plugins, and joins their answers as kube-scheduler does.
 * A plugin that throws answers {@link Code#Error}. Which plugins said Skip is kept in the cycle state, so that what
 * runs later, also in a copy of the state, leaves them out.
 *
 * <p>All points are here, beside each other, because they look alike and are not; what tells them apart is when they
 * stop:
 *
 * <ul>
 *   <li>PreEnqueue, Filter, Reserve and PreBind end at the first plugin that does not say yes. Filter is run twice
 *       where pods that are nominated to the node may or may not come.
 *   <li>PreFilter goes on after Unschedulable, since a later plugin may say UnschedulableAndUnresolvable, which ends
 *       it; Skip turns off the Filter of the same plugin, and the sets of nodes that plugins name are intersected.
 *   <li>PostFilter ends at the first plugin that helped or knows that nothing will.
 *   <li>PreScore goes on after Skip, which turns off the Score of the same plugin.
 *   <li>Permit gathers those that want to wait and ends at the first refusal.
 *   <li>PreBindPreFlight asks all, to learn whether the binding will take time; Skip turns off PreBind.
 *   <li>Bind ends at the first plugin that does not say Skip.
 *   <li>Unreserve, in reverse order, and PostBind run to the end whatever happens.
 * </ul>
 *
 * <p>A rejection keeps its plugin's name, by which the queue later finds the events that may help; an error is told
 * with the extension point and the plugin before it, in kube-scheduler's words.
 */
public final class ProfileRunner {
    private static final StateKey<Filtering> FILTERING = StateKey.named("Filtering");
    private static final StateKey<boolean[]> SKIPPED_SCORES = StateKey.named("SkippedScores");
    private static final StateKey<Set<String>> SKIPPED_PRE_BINDS = StateKey.named("SkippedPreBinds");
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(15);

    private final Profile profile;
    private final Nominator nominator;
    private final PreFilterPlugin[] preFilters;
    private final int[] filterOf;
    private final FilterPlugin[] filters;
    private final PreScorePlugin[] preScores;
    private final int[] scoreOf;
    private final SchedulerObserver observer;
    private final PluginCalls calls;

    /** Which filters are left out, and whether they are measured. */
    private record Filtering(boolean[] skipped, Stopwatch watch) {}

    /** A runner of {@code profile}. */
    public ProfileRunner(Profile profile, Nominator nominator, SchedulerObserver observer) {
        this.profile = profile;
        this.nominator = nominator;
        this.observer = observer;
        this.calls = new PluginCalls(profile);
        this.preFilters = profile.preFilter().toArray(PreFilterPlugin[]::new);
        this.filters = profile.filter().toArray(FilterPlugin[]::new);
        this.preScores = profile.preScore().toArray(PreScorePlugin[]::new);
        this.filterOf = positions(profile.preFilter(), profile.filter());
        this.scoreOf = positions(profile.preScore(), profile.score());
    }

    private static int[] positions(List<?> of, List<?> in) {
        int[] at = new int[of.size()];
        for (int i = 0; i < at.length; i++) {
            at[i] = in.indexOf(of.get(i));
        }
        return at;
    }

    /** The profile. */
    public Profile profile() {
        return profile;
    }

    /** How often the plugins were asked. */
    public PluginCalls calls() {
        return calls;
    }

    private void told(String point, Status status, long start) {
        observer.extensionPoint(profile.name(), point, status.code().name(), System.nanoTime() - start);
    }

    static Stopwatch watch(CycleState state) {
        Filtering filtering = state.read(FILTERING);
        return filtering == null ? Stopwatch.OFF : filtering.watch();
    }

    /** The first PreEnqueue plugin's refusal, or Success. */
    public Status preEnqueue(Pod pod) {
        return preEnqueue(pod, "");
    }

    /** The same, where the plugin of that name is asked before all others: it held the pod back until now. */
    public Status preEnqueue(Pod pod, String first) {
        long start = System.nanoTime();
        Stopwatch watch = Stopwatch.draw(observer);
        List<PreEnqueuePlugin> plugins = profile.preEnqueue();
        Status all = Status.success();
        for (int i = 0; i < plugins.size() && !first.isEmpty(); i++) {
            if (plugins.get(i).name().equals(first)) {
                all = preEnqueue(plugins.get(i), pod, watch);
            }
        }
        for (int i = 0; i < plugins.size() && all.isSuccess(); i++) {
            if (!plugins.get(i).name().equals(first)) {
                all = preEnqueue(plugins.get(i), pod, watch);
            }
        }
        told("PreEnqueue", all, start);
        return all;
    }

    private static Status preEnqueue(PreEnqueuePlugin p, Pod pod, Stopwatch watch) {
        long begin = watch.begin();
        Status s;
        try {
            s = p.preEnqueue(pod);
        } catch (RuntimeException e) {
            s = Status.error(p.name(), e);
        }
        watch.end(begin, p.name(), "PreEnqueue", s);
        return s.isSuccess() ? s : s.withPlugin(p.name());
    }

    /**
     * What PreFilter came to.
     *
     * @param status Success, a rejection or Error
     * @param nodeNames the only nodes that come into question, or null
     * @param narrowedBy the plugins that named nodes
     */
    record PreFiltered(Status status, @Nullable Set<String> nodeNames, Set<String> narrowedBy) {}

    PreFiltered preFilter(CycleState state, Pod pod, List<NodeInfo> nodes) {
        boolean[] skipped = new boolean[filters.length];
        Stopwatch watch = Stopwatch.draw(observer);
        state.write(FILTERING, new Filtering(skipped, watch));
        Set<String> names = null;
        Set<String> narrowedBy = new TreeSet<>();
        Status rejection = Status.success();
        for (int i = 0; i < preFilters.length; i++) {
            PreFilterPlugin p = preFilters[i];
            PreFilterResult r;
            long begin = watch.begin();
            try {
                r = p.preFilter(state, pod, nodes);
            } catch (RuntimeException e) {
                r = PreFilterResult.of(Status.error(p.name(), e));
            }
            Status s = r.status();
            watch.end(begin, p.name(), "PreFilter", s);
            if (!s.isSkip()) {
                calls.preFiltered(i);
            }
            if (s.isSkip()) {
                if (filterOf[i] >= 0) {
                    skipped[filterOf[i]] = true;
                }
                continue;
            }
            if (s.code() == Code.UnschedulableAndUnresolvable) {
                return new PreFiltered(s.withPlugin(p.name()), null, Set.of());
            }
            if (s.code() == Code.Unschedulable) {
                rejection = s.withPlugin(p.name());
                continue;
            }
            if (!s.isSuccess()) {
                return new PreFiltered(failureOf("running PreFilter plugin", p.name(), s), null, Set.of());
            }
            if (r.nodeNames() != null) {
                narrowedBy.add(p.name());
                names = PreFilterResult.intersect(names, r.nodeNames());
                if (names != null && names.isEmpty()) {
                    String who = narrowedBy.size() == 1
                            ? "plugin " + narrowedBy.iterator().next()
                            : "plugin(s) " + bracketed(narrowedBy) + " simultaneously";
                    return new PreFiltered(Status.unresolvable("", "node(s) didn't satisfy " + who), names, narrowedBy);
                }
            }
        }
        return new PreFiltered(rejection, names, narrowedBy);
    }

    static String bracketed(Set<String> names) {
        return "[" + String.join(" ", names) + "]";
    }

    /** The failure of a plugin at an extension point, in kube-scheduler's words. */
    private static Status failureOf(String what, String plugin, Status s) {
        return failure(what + " \"" + plugin + "\"", plugin, s);
    }

    private static Status failure(String what, String plugin, Status s) {
        String message = what + ": " + s.message();
        return s.cause() == null
                ? Status.error(plugin, message)
                : Status.error(plugin, new PluginFailure(message, s.cause()));
    }

    /** Whether the profile filters at all. */
    boolean hasFilters() {
        return filters.length > 0;
    }

    /** The first refusal of the profile's filters, or Success. */
    public Status filter(CycleState state, Pod pod, NodeInfo node) {
        Filtering filtering = state.require(FILTERING);
        Stopwatch watch = filtering.watch().takesNode() ? filtering.watch() : Stopwatch.OFF;
        return filter(state, filtering.skipped(), watch, pod, node);
    }

    private Status filter(CycleState state, boolean[] skipped, Stopwatch watch, Pod pod, NodeInfo node) {
        for (int i = 0; i < filters.length; i++) {
            if (skipped[i]) {
                continue;
            }
            Status s;
            long begin = watch.begin();
            try {
                s = filters[i].filter(state, pod, node);
            } catch (RuntimeException e) {
                s = Status.error(filters[i].name(), e);
            }
            watch.end(begin, filters[i].name(), "Filter", s);
            if (!s.isSuccess()) {
                calls.filtered(skipped, i);
                return s.isRejected()
                        ? s.withPlugin(filters[i].name())
                        : failure("running \"" + filters[i].name() + "\" filter plugin", filters[i].name(), s);
            }
        }
        calls.filtered(skipped, filters.length - 1);
        return Status.success();
    }

    /**
     * Filters as an attempt does. Where pods of the same or higher priority are nominated to the node, the pod must fit
     * both with them there and without them: they are not there yet and may end up elsewhere.
     */
    public Status filterWithNominated(CycleState state, Pod pod, NodeInfo node) {
        if (!nominator.isEmpty()) {
            List<Pod> nominated = nominator.podsFor(node.name());
            if (!nominated.isEmpty()) {
                return filterTwice(state, pod, node, nominated);
            }
        }
        return filter(state, pod, node);
    }

    private Status filterTwice(CycleState state, Pod pod, NodeInfo node, List<Pod> nominated) {
        CycleState with = state.copy();
        NodeInfo more = node;
        boolean any = false;
        for (Pod other : nominated) {
            if (other.priority() >= pod.priority() && !other.uid().equals(pod.uid())) {
                more = more.withPod(other.withNodeName(node.name()));
                Status s = addPod(with, pod, other, more);
                if (!s.isSuccess()) {
                    return s;
                }
                any = true;
            }
        }
        if (any) {
            Status s = filter(with, pod, more);
            if (!s.isSuccess()) {
                return s;
            }
        }
        return filter(state, pod, node);
    }

    /** Tells the PreFilter plugins of a pod more. */
    public Status addPod(CycleState state, Pod pod, Pod added, NodeInfo node) {
        return extend(state, pod, added, node, true);
    }

    /** Tells the PreFilter plugins of a pod less. */
    public Status removePod(CycleState state, Pod pod, Pod removed, NodeInfo node) {
        return extend(state, pod, removed, node, false);
    }

    private Status extend(CycleState state, Pod pod, Pod other, NodeInfo node, boolean add) {
        Filtering filtering = state.require(FILTERING);
        boolean[] skipped = filtering.skipped();
        Stopwatch watch = filtering.watch().takesNode() ? filtering.watch() : Stopwatch.OFF;
        for (int i = 0; i < preFilters.length; i++) {
            PreFilterExtensions e = preFilters[i].preFilterExtensions();
            if (e == null || (filterOf[i] >= 0 && skipped[filterOf[i]])) {
                continue;
            }
            Status s;
            long begin = watch.begin();
            try {
                s = add ? e.addPod(state, pod, other, node) : e.removePod(state, pod, other, node);
            } catch (RuntimeException failure) {
                s = Status.error(preFilters[i].name(), failure);
            }
            watch.end(begin, preFilters[i].name(), add ? "PreFilterExtensionAddPod" : "PreFilterExtensionRemovePod", s);
            if (!s.isSuccess()) {
                return failureOf(
                        "running " + (add ? "AddPod" : "RemovePod") + " on PreFilter plugin", preFilters[i].name(), s);
            }
        }
        return Status.success();
    }

    PostFilterResult postFilter(CycleState state, Pod pod, NodeStatuses statuses) {
        List<String> reasons = new ArrayList<>();
        String nominated = null;
        String rejector = "";
        for (PostFilterPlugin p : profile.postFilter()) {
            PostFilterResult r;
            long begin = watch(state).begin();
            try {
                r = p.postFilter(state, pod, statuses);
            } catch (RuntimeException e) {
                r = new PostFilterResult(Status.error(p.name(), e), null);
            }
            Status s = r.status().withPlugin(p.name());
            watch(state).end(begin, p.name(), "PostFilter", s);
            if (s.isSuccess() || s.code() == Code.UnschedulableAndUnresolvable) {
                return new PostFilterResult(s, r.nominatedNode());
            }
            if (!s.isRejected()) {
                return new PostFilterResult(s, null);
            }
            nominated = r.nominatedNode() == null ? nominated : r.nominatedNode();
            reasons.addAll(s.reasons());
            rejector = rejector.isEmpty() ? p.name() : rejector;
        }
        return new PostFilterResult(Status.unschedulable(rejector, reasons.toArray(String[]::new)), nominated);
    }

    Status preScore(CycleState state, Pod pod, List<NodeInfo> nodes) {
        boolean[] skipped = new boolean[profile.score().size()];
        state.write(SKIPPED_SCORES, skipped);
        for (int i = 0; i < preScores.length; i++) {
            Status s;
            long begin = watch(state).begin();
            try {
                s = preScores[i].preScore(state, pod, nodes);
            } catch (RuntimeException e) {
                s = Status.error(preScores[i].name(), e);
            }
            watch(state).end(begin, preScores[i].name(), "PreScore", s);
            if (!s.isSkip()) {
                calls.preScored(i);
            }
            if (s.isSkip()) {
                if (scoreOf[i] >= 0) {
                    skipped[scoreOf[i]] = true;
                }
            } else if (!s.isSuccess()) {
                return failureOf("running PreScore plugin", preScores[i].name(), s);
            }
        }
        return Status.success();
    }

    /** Which Score plugins have nothing to say, by position. */
    boolean[] skippedScores(CycleState state) {
        return state.require(SKIPPED_SCORES);
    }

    /** Runs Reserve; the caller unreserves where it fails. */
    public Status reserve(CycleState state, Pod pod, String node) {
        for (ReservePlugin p : profile.reserve()) {
            Status s;
            long begin = watch(state).begin();
            try {
                s = p.reserve(state, pod, node);
            } catch (RuntimeException e) {
                s = Status.error(p.name(), e);
            }
            watch(state).end(begin, p.name(), "Reserve", s);
            if (!s.isSuccess()) {
                return s.isRejected() ? s.withPlugin(p.name()) : failureOf("running Reserve plugin", p.name(), s);
            }
        }
        return Status.success();
    }

    /** Runs Unreserve, all plugins, in reverse order. Gives what plugins threw, in spite of their promise. */
    public List<RuntimeException> unreserve(CycleState state, Pod pod, String node) {
        long start = System.nanoTime();
        List<RuntimeException> thrown = new ArrayList<>(0);
        for (int i = profile.reserve().size() - 1; i >= 0; i--) {
            ReservePlugin p = profile.reserve().get(i);
            long begin = watch(state).begin();
            try {
                p.unreserve(state, pod, node);
            } catch (RuntimeException e) {
                thrown.add(e);
            }
            watch(state).end(begin, p.name(), "Unreserve", Status.success());
        }
        told("Unreserve", Status.success(), start);
        return thrown;
    }

    /**
     * What Permit came to.
     *
     * @param status Success, Wait, a rejection or Error
     * @param waits for Wait: how long each plugin lets the pod wait at most
     */
    public record Permitted(Status status, Map<String, Duration> waits) {}

    /** Runs Permit. */
    public Permitted permit(CycleState state, Pod pod, String node) {
        Map<String, Duration> waits = new LinkedHashMap<>();
        for (PermitPlugin p : profile.permit()) {
            PermitResult r;
            long begin = watch(state).begin();
            try {
                r = p.permit(state, pod, node);
            } catch (RuntimeException e) {
                r = new PermitResult(Status.error(p.name(), e), Duration.ZERO);
            }
            Status s = r.status();
            watch(state).end(begin, p.name(), "Permit", s);
            if (s.isWait()) {
                waits.put(p.name(), r.timeout().compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : r.timeout());
            } else if (!s.isSuccess()) {
                Status why = s.isRejected() ? s.withPlugin(p.name()) : failureOf("running Permit plugin", p.name(), s);
                return new Permitted(why, Map.of());
            }
        }
        return new Permitted(waits.isEmpty() ? Status.success() : Status.of(Code.Wait, ""), waits);
    }

    /** Success where some PreBind plugin has something to do, Skip where none has, else Error. */
    public Status preBindPreFlight(CycleState state, Pod pod, String node) {
        long start = System.nanoTime();
        Status all = askPreFlights(state, pod, node);
        told("PreBindPreFlight", all, start);
        return all;
    }

    private Status askPreFlights(CycleState state, Pod pod, String node) {
        Set<String> skipped = new TreeSet<>();
        Status all = Status.skip();
        for (PreBindPlugin p : profile.preBind()) {
            Status s;
            long begin = watch(state).begin();
            try {
                s = p.preBindPreFlight(state, pod, node);
            } catch (RuntimeException e) {
                s = Status.error(p.name(), e);
            }
            watch(state).end(begin, p.name(), "PreBindPreFlight", s);
            if (s.isSkip()) {
                skipped.add(p.name());
            } else if (s.isSuccess()) {
                all = s;
            } else if (s.code() == Code.Error) {
                return failureOf("running PreBindPreFlight", p.name(), s);
            } else {
                return Status.error(
                        p.name(),
                        "PreBindPreFlight " + p.name() + " returned \"" + s.code()
                                + "\", which is unsupported. It is supposed to return Success, Skip, or Error status");
            }
        }
        state.write(SKIPPED_PRE_BINDS, skipped);
        return all;
    }

    /** Runs PreBind, without the plugins that have nothing to do. */
    public Status preBind(CycleState state, Pod pod, String node) {
        Set<String> skipped = state.read(SKIPPED_PRE_BINDS);
        for (PreBindPlugin p : profile.preBind()) {
            if (skipped != null && skipped.contains(p.name())) {
                continue;
            }
            Status s;
            long begin = watch(state).begin();
            try {
                s = p.preBind(state, pod, node);
            } catch (RuntimeException e) {
                s = Status.error(p.name(), e);
            }
            watch(state).end(begin, p.name(), "PreBind", s);
            if (!s.isSuccess()) {
                return s.isRejected() ? s.withPlugin(p.name()) : failureOf("running PreBind plugin", p.name(), s);
            }
        }
        return Status.success();
    }

    /** Runs the first Bind plugin that does not say Skip. */
    public Status bind(CycleState state, Pod pod, String node) {
        Status s = Status.skip();
        for (BindPlugin p : profile.bind()) {
            long begin = watch(state).begin();
            try {
                s = p.bind(state, pod, node);
            } catch (RuntimeException e) {
                s = Status.error(p.name(), e);
            }
            watch(state).end(begin, p.name(), "Bind", s);
            if (s.isSkip()) {
                continue;
            }
            if (s.isSuccess()) {
                return s;
            }
            return s.isRejected() ? s.withPlugin(p.name()) : failureOf("running Bind plugin", p.name(), s);
        }
        return s;
    }

    /** Runs PostBind. Gives what plugins threw. */
    public List<RuntimeException> postBind(CycleState state, Pod pod, String node) {
        long start = System.nanoTime();
        List<RuntimeException> thrown = new ArrayList<>(0);
        for (PostBindPlugin p : profile.postBind()) {
            long begin = watch(state).begin();
            try {
                p.postBind(state, pod, node);
            } catch (RuntimeException e) {
                thrown.add(e);
            }
            watch(state).end(begin, p.name(), "PostBind", Status.success());
        }
        told("PostBind", Status.success(), start);
        return thrown;
    }
}
