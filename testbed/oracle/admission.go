package main

import (
	"context"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/registry/core/pod"
)

// create does with a pod what the API server does when it is created: it fills in, merges and, where there are scheduling gates, sets the
// PodScheduled condition. The status that the pod was described with is kept beside that.
func create(p *v1.Pod) error {
	internal := &core.Pod{}
	if err := legacyscheme.Scheme.Convert(p, internal, nil); err != nil {
		return err
	}
	pod.Strategy.PrepareForCreate(context.Background(), internal)
	created := &v1.Pod{}
	if err := legacyscheme.Scheme.Convert(internal, created, nil); err != nil {
		return err
	}
	p.Spec = created.Spec
	p.Status.Conditions = append(p.Status.Conditions, created.Status.Conditions...)
	return nil
}

// message gives the message of the PodScheduled condition, or nil.
func message(p *v1.Pod) *string {
	for i := range p.Status.Conditions {
		if p.Status.Conditions[i].Type == v1.PodScheduled {
			return &p.Status.Conditions[i].Message
		}
	}
	return nil
}
