package main

import (
	"context"
	"errors"
	"time"

	dto "github.com/prometheus/client_model/go"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	fwk "k8s.io/kube-scheduler/framework"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"k8s.io/kubernetes/pkg/scheduler/metrics"
)

// steered does what a pod's labels say, for profiles of the question "wake" that enable the plugin Steered:
//
//	steered-gate      with any value, PreEnqueue refuses the pod
//	steered-permit    reject, error; or wait, and the pod is rejected when the steps under "during" are done
//	steered-pre-bind  reject, error; the steps under "during" happen before
//	steered-bind      reject, error; the steps under "during" happen before
//
// A pod that it refused is worth another attempt when a node is added or the pod is relabelled.
type steered struct{ w *world }

const steeredName = "Steered"

func (w *world) registry() frameworkruntime.Registry {
	return frameworkruntime.Registry{steeredName: func(context.Context, runtime.Object, fwk.Handle) (fwk.Plugin, error) { return &steered{w}, nil }}
}

func told(p *v1.Pod, point string) *fwk.Status {
	switch p.Labels["steered-"+point] {
	case "reject":
		return fwk.NewStatus(fwk.Unschedulable, "as asked")
	case "error":
		return fwk.NewStatus(fwk.Error, "as asked")
	case "wait":
		return fwk.NewStatus(fwk.Wait)
	}
	return nil
}

func (s *steered) Name() string { return steeredName }

func (s *steered) PreEnqueue(_ context.Context, p *v1.Pod) *fwk.Status {
	if p.Labels["steered-gate"] != "" {
		return fwk.NewStatus(fwk.UnschedulableAndUnresolvable, "as asked")
	}
	return nil
}

func (s *steered) EventsToRegister(context.Context) ([]fwk.ClusterEventWithHint, error) {
	return []fwk.ClusterEventWithHint{
		{Event: fwk.ClusterEvent{Resource: fwk.Node, ActionType: fwk.Add}},
		{Event: fwk.ClusterEvent{Resource: fwk.TargetPod, ActionType: fwk.UpdatePodLabel}},
	}, nil
}

func (s *steered) Permit(_ context.Context, _ fwk.CycleState, p *v1.Pod, _ string) (*fwk.Status, time.Duration) {
	return told(p, "permit"), time.Hour
}

func (s *steered) PreBindPreFlight(_ context.Context, _ fwk.CycleState, p *v1.Pod, _ string) (*fwk.PreBindPreFlightResult, *fwk.Status) {
	if told(p, "pre-bind") == nil {
		return nil, fwk.NewStatus(fwk.Skip)
	}
	return nil, nil
}

func (s *steered) PreBind(_ context.Context, _ fwk.CycleState, p *v1.Pod, _ string) *fwk.Status {
	return s.after(p, "pre-bind")
}

func (s *steered) Bind(_ context.Context, _ fwk.CycleState, p *v1.Pod, _ string) *fwk.Status {
	if told(p, "bind") == nil {
		return fwk.NewStatus(fwk.Skip)
	}
	return s.after(p, "bind")
}

func (s *steered) after(p *v1.Pod, point string) *fwk.Status {
	if err := s.w.meanwhile(); err != nil {
		s.w.outcome <- err
	}
	return told(p, point)
}

// rejectWaiting does what happens during the attempt, and then rejects the pod, if there is one that Steered lets wait.
func (w *world) rejectWaiting() error {
	for _, f := range w.s.Profiles {
		var waiting fwk.WaitingPod
		f.IterateOverWaitingPods(func(p fwk.WaitingPod) { waiting = p })
		if waiting == nil {
			continue
		}
		p := waiting.GetPod()
		if !waitFor(func() bool { // for where it goes to be written into its status, in the background
			o, err := w.cs.Tracker().Get(podsResource, p.Namespace, p.Name)
			return err == nil && o.(*v1.Pod).Status.NominatedNodeName == p.Spec.NodeName
		}) {
			return errors.New("the node of the waiting pod was not written")
		}
		if err := w.meanwhile(); err != nil {
			return err
		}
		waiting.Reject(steeredName, "as asked")
	}
	return nil
}

// binding tells whether a binding cycle still runs: what it does last comes after its outcome.
func binding() bool {
	var m dto.Metric
	if err := metrics.Goroutines.WithLabelValues(metrics.Binding).Write(&m); err != nil {
		panic(err)
	}
	return m.GetGauge().GetValue() > 0
}
