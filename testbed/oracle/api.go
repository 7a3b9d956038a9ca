package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
)

// api is a fake API server that counts resource versions up as a real one does: the scheduler passes over updates that do not.
type api struct {
	*fake.Clientset
	version atomic.Int64
	mu      sync.Mutex
	deleted []string // pods, namespace/name
}

func newAPI() *api {
	a := &api{Clientset: fake.NewSimpleClientset()}
	a.version.Store(1)
	a.PrependReactor("create", "pods", a.bind)
	a.PrependReactor("patch", "pods", a.patchPod)
	a.PrependReactor("delete", "pods", a.deletePod)
	for _, resource := range []string{"persistentvolumes", "persistentvolumeclaims"} {
		a.PrependReactor("update", resource, func(action clienttesting.Action) (bool, runtime.Object, error) {
			o := action.(clienttesting.UpdateAction).GetObject().DeepCopyObject()
			return true, o, a.update(action.GetResource(), o, action.GetNamespace())
		})
	}
	return a
}

func (a *api) next() string { return strconv.FormatInt(a.version.Add(1), 10) }

// update stores o under the next resource version, which it gets.
func (a *api) update(resource schema.GroupVersionResource, o runtime.Object, namespace string) error {
	m, err := meta.Accessor(o)
	if err != nil {
		return err
	}
	m.SetResourceVersion(a.next())
	return a.Tracker().Update(resource, o.DeepCopyObject(), namespace)
}

func (a *api) pod(namespace, name string) (*v1.Pod, error) {
	o, err := a.Tracker().Get(v1.SchemeGroupVersion.WithResource("pods"), namespace, name)
	if err != nil {
		return nil, err
	}
	return o.(*v1.Pod).DeepCopy(), nil
}

func (a *api) bind(action clienttesting.Action) (bool, runtime.Object, error) {
	if action.GetSubresource() != "binding" {
		return false, nil, nil
	}
	b := action.(clienttesting.CreateAction).GetObject().(*v1.Binding)
	p, err := a.pod(action.GetNamespace(), b.Name)
	if err != nil {
		return true, nil, err
	}
	p.Spec.NodeName = b.Target.Name
	p.Status.Conditions = append(p.Status.Conditions, v1.PodCondition{Type: v1.PodScheduled, Status: v1.ConditionTrue})
	return true, b, a.update(action.GetResource(), p, action.GetNamespace())
}

func (a *api) patchPod(action clienttesting.Action) (bool, runtime.Object, error) {
	patch := action.(clienttesting.PatchAction)
	if patch.GetPatchType() != types.StrategicMergePatchType {
		return true, nil, fmt.Errorf("a patch of type %s", patch.GetPatchType())
	}
	before, err := a.pod(patch.GetNamespace(), patch.GetName())
	if err != nil {
		return true, nil, err
	}
	data, err := json.Marshal(before)
	if err != nil {
		return true, nil, err
	}
	if data, err = strategicpatch.StrategicMergePatch(data, patch.GetPatch(), v1.Pod{}); err != nil {
		return true, nil, err
	}
	after := &v1.Pod{}
	if err = json.Unmarshal(data, after); err != nil {
		return true, nil, err
	}
	return true, after, a.update(patch.GetResource(), after, patch.GetNamespace())
}

func (a *api) deletePod(action clienttesting.Action) (bool, runtime.Object, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.deleted = append(a.deleted, action.GetNamespace()+"/"+action.(clienttesting.DeleteAction).GetName())
	return false, nil, nil
}

// takeDeleted gives the pods that were deleted since the last call, if they are at least so many.
func (a *api) takeDeleted(atLeast int) ([]string, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.deleted) < atLeast {
		return nil, false
	}
	taken := a.deleted
	a.deleted = nil
	return taken, true
}
