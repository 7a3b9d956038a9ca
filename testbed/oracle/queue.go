package main

// The question "queue": what kube-scheduler's queue alone does with a script, on a clock that the script moves.
//
//	{"op":"queue","initialBackoff":MS,"maxBackoff":MS,"maxInUnschedulable":MS,"pop":BOOL,"script":[ACTION...]}
//	gives {"script":[{"popped","pods":{NAME:{"queue","plugins","pending"}},"metrics"},...],"error"}; every twentieth answer has the changes of metrics since
//	the last that had them.
//
// An action is one of
//
//	{"do":"add","pod":NAME,"priority":N}           {"do":"update","pod":NAME,"label":V}  the label "wakes" becomes V
//	{"do":"delete","pod":NAME}                     {"do":"pop"}                          the next pod is taken
//	{"do":"fail","pod":NAME,"plugins":[..],"pending":[..]}    {"do":"done","pod":NAME}
//	{"do":"settle","pod":NAME}                     it goes to be bound; it can still fail, without plugins
//	{"do":"activate","pod":NAME}                   {"do":"gate","pod":NAME,"plugin":P,"on":BOOL}   the PreEnqueue plugin G or H holds it back
//	{"do":"event","event":E,"label":V,"except":NAME,"atMost":N}    the pod of that name, and those of a higher priority, are not moved by it
//	{"do":"advance","ms":N}
//
// Plugins A, B and C may refuse pods, or let them wait (Pending); X asks for no events. An event carries a label; it helps a pod that a plugin refused
// if the label is the plugin's name or "all"; with "error" the hint fails.

import (
	"context"
	"errors"
	"sort"
	"time"
	_ "unsafe" // for linkname

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/backend/queue"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/queuesort"
	"k8s.io/kubernetes/pkg/scheduler/metrics"
	clocktesting "k8s.io/utils/clock/testing"
)

//go:linkname flushBackoff k8s.io/kubernetes/pkg/scheduler/backend/queue.(*PriorityQueue).flushBackoffQCompleted
func flushBackoff(p *queue.PriorityQueue, logger klog.Logger)

//go:linkname flushLeftover k8s.io/kubernetes/pkg/scheduler/backend/queue.(*PriorityQueue).flushUnschedulableEntitiesLeftover
func flushLeftover(p *queue.PriorityQueue, logger klog.Logger)

type action struct {
	Do, Pod, Label, Event, Plugin, Except string
	Priority, AtMost                      int32
	Plugins, Pending                      []string
	On                                    bool
	Ms                                    int64
}

type queueQuestion struct {
	InitialBackoff, MaxBackoff, MaxInUnschedulable int64
	Pop                                            bool
	Script                                         []action
}

type actionResult struct {
	Popped  string              `json:"popped"`
	Pods    map[string]podState `json:"pods"`
	Metrics map[string]float64  `json:"metrics"`
}

var queueEvents = map[string]fwk.ClusterEvent{
	"nodeAdd":     {Resource: fwk.Node, ActionType: fwk.Add},
	"nodeLabel":   {Resource: fwk.Node, ActionType: fwk.UpdateNodeLabel},
	"nodeDelete":  {Resource: fwk.Node, ActionType: fwk.Delete},
	"podDelete":   framework.EventAssignedPodDelete,
	"podAdd":      framework.EventAssignedPodAdd,
	"targetLabel": {Resource: fwk.TargetPod, ActionType: fwk.UpdatePodLabel},
}

// interests says which plugin asks for which events.
var interests = map[string][]string{"A": {"nodeAdd", "nodeLabel", "targetLabel"}, "B": {"nodeAdd", "podDelete"}, "C": {"podDelete"}, "G": {"nodeDelete", "targetLabel"}, "H": {"podAdd", "targetLabel"}}

func helps(plugin string, o interface{}) (fwk.QueueingHint, error) {
	m, ok := o.(metav1.Object)
	if !ok {
		return fwk.Queue, errors.New("no object")
	}
	switch m.GetLabels()["wakes"] {
	case "error":
		return fwk.Queue, errors.New("as asked")
	case plugin, "all":
		return fwk.Queue, nil
	}
	return fwk.QueueSkip, nil
}

// gate is a PreEnqueue plugin. kube-scheduler asks them in no particular order, other than the one that held the pod back before, which is first. So that
// the order counts there only, one that yields to another refuses a pod that the other would refuse, too, only if it held the pod back before.
type gate struct {
	name     string
	on, held map[string]bool
	yields   *gate
}

func (g *gate) Name() string { return g.name }
func (g *gate) PreEnqueue(_ context.Context, p *v1.Pod) *fwk.Status {
	g.held[p.Name] = g.on[p.Name] && (g.held[p.Name] || g.yields == nil || !g.yields.on[p.Name])
	if g.held[p.Name] {
		return fwk.NewStatus(fwk.UnschedulableAndUnresolvable, "gated")
	}
	return nil
}

func queueScript(q queueQuestion) ([]actionResult, error) {
	if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(map[string]bool{"SchedulerPopFromBackoffQ": q.Pop}); err != nil {
		return nil, err
	}
	defer func() {
		_ = utilfeature.DefaultMutableFeatureGate.SetFromMap(map[string]bool{"SchedulerPopFromBackoffQ": false})
	}()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	log, ms := klog.FromContext(ctx), time.Millisecond
	start := time.Unix(1700000000, 0)
	clock := clocktesting.NewFakeClock(start)
	g := &gate{name: "G", on: map[string]bool{}, held: map[string]bool{}}
	h := &gate{name: "H", on: map[string]bool{}, held: map[string]bool{}, yields: g}
	hints := queue.QueueingHintMap{}
	for plugin, events := range interests {
		for _, e := range events {
			hints[queueEvents[e]] = append(hints[queueEvents[e]], &queue.QueueingHintFunction{PluginName: plugin,
				QueueingHintFn: func(_ klog.Logger, _ *v1.Pod, before, after interface{}) (fwk.QueueingHint, error) {
					if after == nil {
						after = before
					}
					return helps(plugin, after)
				}})
		}
	}
	const profile = "default-scheduler"
	pq := queue.NewPriorityQueue((&queuesort.PrioritySort{}).Less, informers.NewSharedInformerFactory(fake.NewSimpleClientset(), 0), queue.WithClock(clock),
		queue.WithPodInitialBackoffDuration(time.Duration(q.InitialBackoff)*ms), queue.WithPodMaxBackoffDuration(time.Duration(q.MaxBackoff)*ms),
		queue.WithPodMaxInUnschedulablePodsDuration(time.Duration(q.MaxInUnschedulable)*ms),
		queue.WithQueueingHintMapPerProfile(queue.QueueingHintMapPerProfile{profile: hints}),
		queue.WithPreEnqueuePluginMap(map[string]map[string]fwk.PreEnqueuePlugin{profile: {"G": g, "H": h}}),
		queue.WithMetricsRecorder(metrics.NewMetricsAsyncRecorder(1000, time.Second, ctx.Done())))
	pods, tried := map[string]*v1.Pod{}, map[string]*framework.QueuedPodInfo{}
	states := func() map[string]podState {
		out := map[string]podState{}
		note := func(name string, list []*v1.Pod) {
			for _, p := range list {
				st := podState{Queue: name, Plugins: []string{}, Pending: []string{}}
				if i, ok := pq.GetPod(p.Name, p.Namespace, nil); ok {
					if name == "unschedulable" && i.Gated() {
						st.Queue = "gated"
					}
					st.Plugins = append(st.Plugins, i.UnschedulablePlugins.UnsortedList()...)
					st.Pending = append(st.Pending, i.PendingPlugins.UnsortedList()...)
					sort.Strings(st.Plugins)
					sort.Strings(st.Pending)
				}
				out[p.Name] = st
			}
		}
		note("active", pq.PodsInActiveQ())
		note("backoff", pq.PodsInBackoffQ())
		note("unschedulable", pq.UnschedulablePods())
		return out
	}
	do := func(a action) (popped string, err error) {
		switch a.Do {
		case "add":
			p := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: a.Pod, Namespace: "default", UID: types.UID(a.Pod), ResourceVersion: "1"},
				Spec: v1.PodSpec{SchedulerName: profile, Priority: &a.Priority}}
			pods[a.Pod] = p
			pq.Add(ctx, p)
		case "update":
			before := pods[a.Pod]
			p := before.DeepCopy()
			p.Labels = map[string]string{"wakes": a.Label}
			pods[a.Pod] = p
			pq.Update(ctx, before, p)
		case "delete":
			pq.Delete(log, pods[a.Pod])
			delete(pods, a.Pod)
		case "pop":
			ready := len(pq.PodsInActiveQ())
			for _, p := range pq.PodsInBackoffQ() {
				if i, ok := pq.GetPod(p.Name, p.Namespace, nil); ok && q.Pop && len(i.UnschedulablePlugins)+len(i.PendingPlugins) > 0 {
					ready++
				}
			}
			if ready == 0 {
				return "", nil
			}
			e, err := pq.Pop(log)
			if err != nil {
				return "", err
			}
			i := e.(*framework.QueuedPodInfo)
			tried[i.Pod.Name] = i
			return i.Pod.Name, nil
		case "fail":
			if tried[a.Pod] == nil {
				return "not tried", nil
			}
			i := tried[a.Pod].DeepCopy()
			delete(tried, a.Pod)
			p := pods[a.Pod]
			if p == nil {
				pq.Done(i.Pod.UID)
				return "", nil
			}
			i.ClearRejectorPlugins()
			i.UnschedulablePlugins, i.PendingPlugins = sets.New(a.Plugins...), sets.New(a.Pending...)
			i.PodInfo, _ = framework.NewPodInfo(p.DeepCopy())
			return "", pq.AddUnschedulablePodIfNotPresent(log, i, pq.SchedulingCycle())
		case "done":
			delete(pods, a.Pod)
			delete(tried, a.Pod)
			pq.Done(types.UID(a.Pod))
		case "activate":
			pq.Activate(log, map[string]*v1.Pod{a.Pod: pods[a.Pod]})
		case "settle":
			pq.Done(types.UID(a.Pod))
		case "gate":
			map[string]*gate{"G": g, "H": h}[a.Plugin].on[a.Pod] = a.On
		case "event":
			meta := metav1.ObjectMeta{Name: "o", Labels: map[string]string{"wakes": a.Label}}
			var o interface{} = &v1.Node{ObjectMeta: meta}
			if a.Event == "podAdd" || a.Event == "podDelete" {
				o = &v1.Pod{ObjectMeta: meta, Spec: v1.PodSpec{NodeName: "n"}}
			}
			var only queue.PreEnqueueCheck
			if a.Except != "" {
				only = func(p *v1.Pod) bool { return p.Name != a.Except && *p.Spec.Priority <= a.AtMost }
			}
			switch a.Event {
			case "nodeAdd", "podAdd":
				pq.MoveAllToActiveOrBackoffQueue(log, queueEvents[a.Event], nil, o, only)
			case "nodeDelete", "podDelete":
				pq.MoveAllToActiveOrBackoffQueue(log, queueEvents[a.Event], o, nil, only)
			default:
				pq.MoveAllToActiveOrBackoffQueue(log, queueEvents[a.Event], o, o, only)
			}
		case "advance":
			for end := clock.Now().Add(time.Duration(a.Ms) * ms); clock.Now().Before(end); {
				next := clock.Now().Truncate(time.Second).Add(time.Second)
				if next.After(end) {
					clock.SetTime(end)
					break
				}
				clock.SetTime(next)
				flushBackoff(pq, log)
				if next.Sub(start)%(30*time.Second) == 0 {
					flushLeftover(pq, log)
				}
			}
		default:
			return "", errors.New("unknown action " + a.Do)
		}
		return "", nil
	}
	out := []actionResult{}
	before := values()
	for i, a := range q.Script {
		popped, err := do(a)
		if err != nil {
			return nil, err
		}
		r := actionResult{Popped: popped, Pods: states()}
		if i%20 == 19 { // looking takes longer than all else
			after := values()
			r.Metrics, before = difference(before, after), after
		}
		out = append(out, r)
	}
	for _, i := range tried {
		pq.Done(i.Pod.UID)
	}
	return out, nil
}
