package dev.customscheduler.testbed.tools;

/** A program of the test bed, with the Go module that pins it. */
public enum Tool {
    ETCD("etcd", "controlplane", "go.etcd.io/etcd/server/v3"),
    KUBE_APISERVER("kube-apiserver", "controlplane", "k8s.io/kubernetes/cmd/kube-apiserver"),
    KUBE_CONTROLLER_MANAGER("kube-controller-manager", "controlplane", "k8s.io/kubernetes/cmd/kube-controller-manager"),
    KUBE_SCHEDULER("kube-scheduler", "controlplane", "k8s.io/kubernetes/cmd/kube-scheduler"),
    KUBECTL("kubectl", "controlplane", "k8s.io/kubernetes/cmd/kubectl"),
    HELM("helm", "controlplane", "helm.sh/helm/v3/cmd/helm"),
    KWOK("kwok", "kwok", "sigs.k8s.io/kwok/cmd/kwok"),
    ORACLE("oracle", "oracle", "."),
    CONFIG_ORACLE("config-oracle", "config-oracle", "."),
    CONFIG_ORACLE_1_32("config-oracle-1.32", "config-oracle-1.32", "."),
    CONFIG_ORACLE_1_28("config-oracle-1.28", "config-oracle-1.28", ".");

    private final String binary;
    private final String module;
    private final String goPackage;

    Tool(String binary, String module, String goPackage) {
        this.binary = binary;
        this.module = module;
        this.goPackage = goPackage;
    }

    /** The program's file name, as in KUBEBUILDER_ASSETS. */
    public String binary() {
        return binary;
    }

    /** The folder under testbed/ whose go.mod pins the program. */
    String module() {
        return module;
    }

    String goPackage() {
        return goPackage;
    }
}
