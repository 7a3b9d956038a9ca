/** etcd, kube-apiserver, kube-controller-manager and a kube-scheduler for the pods of the operator and its operands. */
@NullMarked
package dev.customscheduler.testbed.controlplane;

import org.jspecify.annotations.NullMarked;
