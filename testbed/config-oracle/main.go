// Command config-oracle asks the real kube-scheduler code what it makes of configurations, thousands of them in one process.
//
// Standard input holds documents, each preceded by its length in bytes as a decimal number on a line of its own. Each answer is one line of JSON:
// {"accepted":bool,"error":"...","default":{the defaulted v1 document}}. "default" is there whenever the document decodes.
//
// The same source builds against every kube-scheduler from 1.25 on; the folders config-oracle-1.28 and so on pin other versions of it. What differs
// between the versions is how a scheduler is constructed, and that is resolved by the types of the constructor's parameters.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/tools/events"
	"k8s.io/klog/v2"
	configv1 "k8s.io/kube-scheduler/config/v1"
	"k8s.io/kubernetes/pkg/scheduler"
	schedconfig "k8s.io/kubernetes/pkg/scheduler/apis/config"
	configscheme "k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/validation"
	"k8s.io/kubernetes/pkg/scheduler/metrics"
	"k8s.io/kubernetes/pkg/scheduler/profile"
	"sigs.k8s.io/yaml"
)

func load(data []byte) (*schedconfig.KubeSchedulerConfiguration, error) {
	obj, gvk, err := configscheme.Codecs.UniversalDecoder().Decode(data, nil, nil)
	if err != nil {
		return nil, err
	}
	c, ok := obj.(*schedconfig.KubeSchedulerConfiguration)
	if !ok {
		return nil, fmt.Errorf("couldn't decode as KubeSchedulerConfiguration, got %s", gvk)
	}
	c.TypeMeta.APIVersion = gvk.GroupVersion().String()
	return c, nil
}

// construct calls scheduler.New with what its parameters ask for.
func construct(c *schedconfig.KubeSchedulerConfiguration) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cs := fake.NewSimpleClientset()
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: cs.EventsV1()})
	defer broadcaster.Shutdown()
	known := []reflect.Value{reflect.ValueOf(ctx), reflect.ValueOf(cs), reflect.ValueOf(informers.NewSharedInformerFactory(cs, 0)),
		reflect.ValueOf(profile.NewRecorderFactory(broadcaster)), reflect.ValueOf(ctx.Done())}
	options := []scheduler.Option{scheduler.WithComponentConfigVersion(c.APIVersion), scheduler.WithProfiles(c.Profiles...),
		scheduler.WithPercentageOfNodesToScore(c.PercentageOfNodesToScore), scheduler.WithPodMaxBackoffSeconds(c.PodMaxBackoffSeconds),
		scheduler.WithPodInitialBackoffSeconds(c.PodInitialBackoffSeconds), scheduler.WithExtenders(c.Extenders...),
		scheduler.WithParallelism(c.Parallelism)}
	create := reflect.ValueOf(scheduler.New)
	var in []reflect.Value
	for i := 0; i < create.Type().NumIn()-1; i++ {
		want := create.Type().In(i)
		value := reflect.Zero(want)
		for _, k := range known {
			if k.Type().AssignableTo(want) {
				value = k
				break
			}
		}
		in = append(in, value)
	}
	for _, o := range options {
		in = append(in, reflect.ValueOf(o))
	}
	if err, _ := create.Call(in)[1].Interface().(error); err != nil {
		return err
	}
	return nil
}

type answer struct {
	Accepted bool            `json:"accepted"`
	Error    string          `json:"error,omitempty"`
	Default  json.RawMessage `json:"default,omitempty"`
}

func judge(data []byte) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a.Accepted, a.Error = false, fmt.Sprint("panic: ", r)
		}
	}()
	c, err := load(data)
	if err != nil {
		return answer{Error: err.Error()}
	}
	info, _ := runtime.SerializerInfoForMediaType(configscheme.Codecs.SupportedMediaTypes(), runtime.ContentTypeYAML)
	var doc bytes.Buffer
	if err := configscheme.Codecs.EncoderForVersion(info.Serializer, configv1.SchemeGroupVersion).Encode(c, &doc); err != nil {
		return answer{Error: "encoding: " + err.Error()}
	}
	if a.Default, err = yaml.YAMLToJSON(doc.Bytes()); err != nil {
		return answer{Error: "encoding: " + err.Error()}
	}
	if err := validation.ValidateKubeSchedulerConfiguration(c); err != nil {
		a.Error = err.Error()
		return a
	}
	if err := construct(c); err != nil {
		a.Error = err.Error()
		return a
	}
	a.Accepted = true
	return a
}

func main() {
	metrics.Register()
	klog.SetLogger(logr.Discard())
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			return
		}
		n, err2 := strconv.Atoi(strings.TrimSpace(line))
		if err != nil || err2 != nil {
			fmt.Fprintln(os.Stderr, "no length:", line, err, err2)
			os.Exit(2)
		}
		data := make([]byte, n)
		if _, err := io.ReadFull(in, data); err != nil {
			fmt.Fprintln(os.Stderr, "short document:", err)
			os.Exit(2)
		}
		if err := enc.Encode(judge(data)); err != nil {
			os.Exit(2)
		}
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				os.Exit(2)
			}
		}
	}
}
