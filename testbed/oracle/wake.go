package main

// The question "wake": which queue do pods wait in, step by step?
//
//	{"op":"wake","config":YAML,"cluster":YAML,"steps":[STEP...]} gives {"steps":[{"pods":{KEY:{"queue","plugins","pending"}},"metrics":{..}},...],"error"}
//
// A step is one of
//
//	{"do":"put","object":OBJECT}                      the object is new or changed
//	{"do":"delete","object":OBJECT}                   it is gone; kind, namespace and name count
//	{"do":"attempt","during":[STEP...],"bindError":S} the next pod is tried; the steps under "during" happen while it is: after its scheduling cycle, or,
//	                                                  where it gets a node, at the API server while it is bound. With bindError the binding fails.
//	                                                  Profiles may enable the plugin Steered, which fails elsewhere: see steered.go.
//
// Objects must have a UID, and their priority; there are no priority classes. Every step ends when all of the scheduler's event handlers have run. The backoff is the configuration's.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-logr/logr"
	appsv1 "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/informers"
	appsinformers "k8s.io/client-go/informers/apps/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	policyinformers "k8s.io/client-go/informers/policy/v1"
	storageinformers "k8s.io/client-go/informers/storage/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/fake"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/events"
	"k8s.io/component-base/metrics/legacyregistry"
	"k8s.io/klog/v2"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	corev1defaults "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

type step struct {
	Do        string
	Object    json.RawMessage
	During    []step
	BindError string
}

type podState struct {
	Queue   string   `json:"queue"`
	Plugins []string `json:"plugins"`
	Pending []string `json:"pending"`
}

type stepResult struct {
	Pods    map[string]podState `json:"pods"`
	Metrics map[string]float64  `json:"metrics,omitempty"`
}

// watched is an informer that counts the handlers' work, so that it is known when an event has been dealt with.
type watched struct {
	cache.SharedIndexInformer
	listeners, expected, handled atomic.Int64
}

type counted struct {
	cache.ResourceEventHandler
	w *watched
}

func (c counted) OnAdd(o interface{}, initial bool) {
	c.ResourceEventHandler.OnAdd(o, initial)
	c.w.handled.Add(1)
}
func (c counted) OnUpdate(a, b interface{}) {
	c.ResourceEventHandler.OnUpdate(a, b)
	c.w.handled.Add(1)
}
func (c counted) OnDelete(o interface{}) { c.ResourceEventHandler.OnDelete(o); c.w.handled.Add(1) }

func (w *watched) AddEventHandler(h cache.ResourceEventHandler) (cache.ResourceEventHandlerRegistration, error) {
	w.listeners.Add(1)
	return w.SharedIndexInformer.AddEventHandler(counted{h, w})
}
func (w *watched) AddEventHandlerWithResyncPeriod(h cache.ResourceEventHandler, d time.Duration) (cache.ResourceEventHandlerRegistration, error) {
	w.listeners.Add(1)
	return w.SharedIndexInformer.AddEventHandlerWithResyncPeriod(counted{h, w}, d)
}
func (w *watched) AddEventHandlerWithOptions(h cache.ResourceEventHandler, o cache.HandlerOptions) (cache.ResourceEventHandlerRegistration, error) {
	w.listeners.Add(1)
	return w.SharedIndexInformer.AddEventHandlerWithOptions(counted{h, w}, o)
}

type world struct {
	ctx       context.Context
	cs        *fake.Clientset
	s         *scheduler.Scheduler
	informers map[schema.GroupVersionResource]*watched
	watching  sync.Map
	version   atomic.Int64
	during    []step
	bindError string
	outcome   chan error
}

func (w *world) factory() informers.SharedInformerFactory {
	f := informers.NewSharedInformerFactory(w.cs, 0)
	w.informers = map[schema.GroupVersionResource]*watched{}
	all := metav1.NamespaceAll
	of := func(gvr schema.GroupVersionResource, o runtime.Object, make func(kubernetes.Interface) cache.SharedIndexInformer) {
		f.InformerFor(o, func(c kubernetes.Interface, _ time.Duration) cache.SharedIndexInformer {
			i := &watched{SharedIndexInformer: make(c)}
			w.informers[gvr] = i
			return i
		})
	}
	namespaced := func() cache.Indexers { return cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc} }
	core, st, apps := v1.SchemeGroupVersion, storagev1.SchemeGroupVersion, appsv1.SchemeGroupVersion
	of(core.WithResource("pods"), &v1.Pod{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return coreinformers.NewPodInformer(c, all, 0, cache.Indexers{})
	})
	of(core.WithResource("nodes"), &v1.Node{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return coreinformers.NewNodeInformer(c, 0, cache.Indexers{})
	})
	of(core.WithResource("persistentvolumes"), &v1.PersistentVolume{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return coreinformers.NewPersistentVolumeInformer(c, 0, cache.Indexers{})
	})
	of(core.WithResource("persistentvolumeclaims"), &v1.PersistentVolumeClaim{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return coreinformers.NewPersistentVolumeClaimInformer(c, all, 0, namespaced())
	})
	of(core.WithResource("services"), &v1.Service{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return coreinformers.NewServiceInformer(c, all, 0, namespaced())
	})
	of(core.WithResource("replicationcontrollers"), &v1.ReplicationController{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return coreinformers.NewReplicationControllerInformer(c, all, 0, namespaced())
	})
	of(core.WithResource("namespaces"), &v1.Namespace{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return coreinformers.NewNamespaceInformer(c, 0, cache.Indexers{})
	})
	of(apps.WithResource("replicasets"), &appsv1.ReplicaSet{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return appsinformers.NewReplicaSetInformer(c, all, 0, namespaced())
	})
	of(apps.WithResource("statefulsets"), &appsv1.StatefulSet{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return appsinformers.NewStatefulSetInformer(c, all, 0, namespaced())
	})
	of(policyv1.SchemeGroupVersion.WithResource("poddisruptionbudgets"), &policyv1.PodDisruptionBudget{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return policyinformers.NewPodDisruptionBudgetInformer(c, all, 0, namespaced())
	})
	of(st.WithResource("storageclasses"), &storagev1.StorageClass{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return storageinformers.NewStorageClassInformer(c, 0, cache.Indexers{})
	})
	of(st.WithResource("csinodes"), &storagev1.CSINode{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return storageinformers.NewCSINodeInformer(c, 0, cache.Indexers{})
	})
	of(st.WithResource("csidrivers"), &storagev1.CSIDriver{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return storageinformers.NewCSIDriverInformer(c, 0, cache.Indexers{})
	})
	of(st.WithResource("csistoragecapacities"), &storagev1.CSIStorageCapacity{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return storageinformers.NewCSIStorageCapacityInformer(c, all, 0, namespaced())
	})
	of(st.WithResource("volumeattachments"), &storagev1.VolumeAttachment{}, func(c kubernetes.Interface) cache.SharedIndexInformer {
		return storageinformers.NewVolumeAttachmentInformer(c, 0, cache.Indexers{})
	})
	return f
}

var podsResource = v1.SchemeGroupVersion.WithResource("pods")

func (w *world) expect(gvr schema.GroupVersionResource) {
	if i := w.informers[gvr]; i != nil {
		i.expected.Add(1)
	}
}

// settle waits until every handler has seen every event.
func (w *world) settle() error {
	for gvr, i := range w.informers {
		if !waitFor(func() bool { return i.handled.Load() >= i.expected.Load()*i.listeners.Load() }) {
			return fmt.Errorf("%s: %d of %d events handled by %d handlers", gvr.Resource, i.handled.Load(), i.expected.Load(), i.listeners.Load())
		}
	}
	return nil
}

func (w *world) react() {
	w.cs.PrependWatchReactor("*", func(a clienttesting.Action) (bool, watch.Interface, error) {
		gvr := a.GetResource()
		i, err := w.cs.Tracker().Watch(gvr, a.GetNamespace())
		if err == nil {
			w.watching.Store(gvr, true)
		}
		return true, i, err
	})
	w.cs.PrependReactor("*", "pods", func(a clienttesting.Action) (bool, runtime.Object, error) {
		name := ""
		switch x := a.(type) {
		case clienttesting.PatchAction:
			name = x.GetName()
		case clienttesting.DeleteAction:
			name = x.GetName()
		default:
			return false, nil, nil
		}
		if _, err := w.cs.Tracker().Get(podsResource, a.GetNamespace(), name); err == nil {
			w.expect(podsResource)
		}
		return false, nil, nil
	})
	w.cs.PrependReactor("create", "pods", func(a clienttesting.Action) (bool, runtime.Object, error) {
		if a.GetSubresource() != "binding" {
			return false, nil, nil
		}
		b := a.(clienttesting.CreateAction).GetObject().(*v1.Binding)
		fail := w.bindError
		w.bindError = ""
		if err := w.meanwhile(); err != nil {
			w.outcome <- err
			return true, nil, err
		}
		if fail != "" {
			return true, nil, errors.New(fail)
		}
		o, err := w.cs.Tracker().Get(podsResource, a.GetNamespace(), b.Name)
		if err != nil {
			return true, nil, err
		}
		p := o.(*v1.Pod).DeepCopy()
		p.Spec.NodeName = b.Target.Name
		p.ResourceVersion = w.next()
		w.expect(podsResource)
		err = w.cs.Tracker().Update(podsResource, p, a.GetNamespace())
		w.outcome <- err
		return true, b, err
	})
	orig := w.s.FailureHandler
	w.s.FailureHandler = func(ctx context.Context, f framework.Framework, pi *framework.QueuedPodInfo, st *fwk.Status, ni *fwk.NominatingInfo, t time.Time) {
		err := w.meanwhile()
		orig(ctx, f, pi, st, ni, t)
		w.outcome <- err
	}
}

// meanwhile does what is to happen during the attempt, once.
func (w *world) meanwhile() error {
	during := w.during
	w.during = nil
	for _, s := range during {
		if err := w.do(s); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) next() string { return fmt.Sprint(w.version.Add(1)) }

func (w *world) decode(raw []byte) (runtime.Object, schema.GroupVersionResource, error) {
	o, gvk, err := clientscheme.Codecs.UniversalDeserializer().Decode(raw, nil, nil)
	if err != nil {
		return nil, schema.GroupVersionResource{}, err
	}
	gvr, _ := meta.UnsafeGuessKindToResource(*gvk)
	return o, gvr, nil
}

func (w *world) put(o runtime.Object, gvr schema.GroupVersionResource) error {
	legacyscheme.Scheme.Default(o)
	a, err := meta.Accessor(o)
	if err != nil {
		return err
	}
	switch x := o.(type) {
	case *v1.Node:
		corev1defaults.SetDefaults_NodeStatus(&x.Status)
	case *v1.Pod:
		if err := create(x); err != nil {
			return err
		}
		if x.Spec.Priority == nil {
			x.Spec.Priority = new(int32)
		}
		if x.Spec.PreemptionPolicy == nil {
			lower := v1.PreemptLowerPriority
			x.Spec.PreemptionPolicy = &lower
		}
	}
	a.SetResourceVersion(w.next())
	w.expect(gvr)
	if _, err = w.cs.Tracker().Get(gvr, a.GetNamespace(), a.GetName()); err == nil {
		err = w.cs.Tracker().Update(gvr, o, a.GetNamespace())
	} else {
		err = w.cs.Tracker().Create(gvr, o, a.GetNamespace())
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", gvr.Resource, a.GetName(), err)
	}
	return w.settle()
}

func (w *world) do(s step) error {
	switch s.Do {
	case "put", "delete":
		o, gvr, err := w.decode(s.Object)
		if err != nil {
			return err
		}
		if s.Do == "put" {
			return w.put(o, gvr)
		}
		a, _ := meta.Accessor(o)
		w.expect(gvr)
		if err := w.cs.Tracker().Delete(gvr, a.GetNamespace(), a.GetName()); err != nil {
			return err
		}
		return w.settle()
	case "attempt":
		q := w.s.SchedulingQueue
		if len(q.PodsInActiveQ())+len(q.PodsInBackoffQ()) == 0 {
			return errors.New("no pod to try")
		}
		w.during, w.bindError = s.During, s.BindError
		w.s.ScheduleOne(w.ctx)
		if err := w.rejectWaiting(); err != nil {
			return err
		}
		select {
		case err := <-w.outcome:
			if err != nil {
				return err
			}
		case <-time.After(5 * time.Second):
			return errors.New("the attempt has no outcome")
		}
		if !waitFor(func() bool { return len(q.InFlightPods()) == 0 && !binding() }) {
			return errors.New("the attempt does not end")
		}
		return w.settle()
	}
	return fmt.Errorf("unknown step %q", s.Do)
}

func (w *world) states() map[string]podState {
	out := map[string]podState{}
	q := w.s.SchedulingQueue
	note := func(queue string, pods []*v1.Pod) {
		for _, p := range pods {
			st := podState{Queue: queue, Plugins: []string{}, Pending: []string{}}
			if i, ok := q.GetPod(p.Name, p.Namespace, nil); ok {
				if queue == "unschedulable" && i.Gated() {
					st.Queue = "gated"
				}
				st.Plugins = append(st.Plugins, i.UnschedulablePlugins.UnsortedList()...)
				st.Pending = append(st.Pending, i.PendingPlugins.UnsortedList()...)
				sort.Strings(st.Plugins)
				sort.Strings(st.Pending)
			}
			out[p.Namespace+"/"+p.Name] = st
		}
	}
	note("active", q.PodsInActiveQ())
	note("backoff", q.PodsInBackoffQ())
	note("unschedulable", q.UnschedulablePods())
	note("in flight", q.InFlightPods())
	return out
}

var reported = map[string]bool{"scheduler_queue_incoming_pods_total": true, "scheduler_event_handling_duration_seconds": true, "scheduler_unschedulable_pods": true,
	"scheduler_pending_pods": true}

// values are the reported metrics; of histograms, how many observations.
func values() map[string]float64 {
	out := map[string]float64{}
	families, _ := legacyregistry.DefaultGatherer.Gather()
	for _, f := range families {
		if !reported[f.GetName()] {
			continue
		}
		for _, m := range f.GetMetric() {
			var labels []string
			for _, l := range m.GetLabel() {
				labels = append(labels, l.GetName()+"="+l.GetValue())
			}
			sort.Strings(labels)
			v := m.GetCounter().GetValue() + m.GetGauge().GetValue()
			if m.GetHistogram() != nil {
				v = float64(m.GetHistogram().GetSampleCount())
			}
			out[f.GetName()+"{"+strings.Join(labels, ",")+"}"] = v
		}
	}
	return out
}

func difference(before, after map[string]float64) map[string]float64 {
	out := map[string]float64{}
	for k, v := range after {
		if v != before[k] {
			out[k] = v - before[k]
		}
	}
	return out
}

func wake(config, cluster []byte, steps []step) ([]stepResult, error) {
	if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(map[string]bool{"SchedulerPopFromBackoffQ": true}); err != nil {
		return nil, err
	}
	defer func() {
		_ = utilfeature.DefaultMutableFeatureGate.SetFromMap(map[string]bool{"SchedulerPopFromBackoffQ": false})
	}()
	c, err := load(config)
	if err != nil {
		return nil, err
	}
	objs, err := docs(cluster)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(klog.NewContext(context.Background(), logr.Discard()))
	defer cancel()
	w := &world{ctx: ctx, cs: fake.NewSimpleClientset(), outcome: make(chan error, 10)}
	f, b := w.factory(), events.NewBroadcaster(&events.EventSinkImpl{Interface: w.cs.EventsV1()})
	s, err := scheduler.New(ctx, w.cs, f, nil, func(name string) events.EventRecorderLogger { return b.NewRecorder(clientscheme.Scheme, name) },
		scheduler.WithProfiles(c.Profiles...), scheduler.WithPercentageOfNodesToScore(c.PercentageOfNodesToScore), scheduler.WithParallelism(1),
		scheduler.WithFrameworkOutOfTreeRegistry(w.registry()), scheduler.WithPodInitialBackoffSeconds(c.PodInitialBackoffSeconds), scheduler.WithPodMaxBackoffSeconds(c.PodMaxBackoffSeconds))
	if err != nil {
		return nil, err
	}
	w.s = s
	w.react()
	defer s.SchedulingQueue.Close()
	f.Start(ctx.Done())
	for gvr := range w.informers { // which is quicker than to wait for the caches: they look ten times a second
		if !waitFor(func() bool { _, ok := w.watching.Load(gvr); return ok }) {
			return nil, fmt.Errorf("%s is not watched", gvr.Resource)
		}
	}
	for _, o := range objs {
		gvr, _ := meta.UnsafeGuessKindToResource(o.GetObjectKind().GroupVersionKind())
		if err := w.put(o, gvr); err != nil {
			return nil, err
		}
	}
	out := []stepResult{}
	for i, s := range steps {
		before := values()
		if err := w.do(s); err != nil {
			return nil, fmt.Errorf("step %d: %w", i, err)
		}
		out = append(out, stepResult{w.states(), difference(before, values())})
	}
	return out, nil
}
