package main

import (
	"context"
	"fmt"
	"reflect"
	"sort"
	"sync"
	"unsafe"

	v1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/defaultpreemption"
	"k8s.io/kubernetes/pkg/scheduler/framework/preemption"
)

// dryRun is what the preemption found on one node: pods that would have to leave, or why it is no candidate.
type dryRun struct {
	Node       string   `json:"node"`
	Victims    []string `json:"victims,omitempty"` // the most important first
	Violations int      `json:"violations,omitempty"`
	Reason     string   `json:"reason,omitempty"`

	pods []*v1.Pod
}

// dryRuns notes the dry runs of a DefaultPreemption, in their order. The decisions stay the plugin's own.
type dryRuns struct {
	preemption.Interface
	mu  sync.Mutex
	all []dryRun
}

func (d *dryRuns) SelectVictimsOnNode(ctx context.Context, state fwk.CycleState, preemptor *v1.Pod, node fwk.NodeInfo, possible []*preemption.DomainVictim, budgets []*policyv1.PodDisruptionBudget) ([]*v1.Pod, int, *fwk.Status) {
	pods, violations, status := d.Interface.SelectVictimsOnNode(ctx, state, preemptor, node, possible, budgets)
	r := dryRun{Node: node.Node().Name, pods: pods}
	if status.IsSuccess() {
		r.Violations = violations
		for _, p := range pods {
			r.Victims = append(r.Victims, p.Namespace+"/"+p.Name)
		}
	} else {
		reasons := append([]string{}, status.Reasons()...)
		sort.Strings(reasons)
		r.Reason = fmt.Sprint(status.Code(), " ", reasons)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all = append(d.all, r)
	return pods, violations, status
}

func (d *dryRuns) take() []dryRun {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := d.all
	d.all = nil
	return all
}

// watchPreemption puts a note taker between a profile's DefaultPreemption and its evaluator; nil if the profile has none. The framework shows its
// plugins to nobody, so this looks into it.
func watchPreemption(f framework.Framework) (*dryRuns, error) {
	field := reflect.ValueOf(f).Elem().FieldByName("pluginsMap")
	if !field.IsValid() {
		return nil, fmt.Errorf("%T has no pluginsMap any more", f)
	}
	plugins := *(*map[string]fwk.Plugin)(unsafe.Pointer(field.UnsafeAddr()))
	p, ok := plugins[defaultpreemption.Name].(*defaultpreemption.DefaultPreemption)
	if !ok {
		return nil, nil
	}
	d := &dryRuns{Interface: p.Evaluator.Interface}
	p.Evaluator.Interface = d
	return d, nil
}
