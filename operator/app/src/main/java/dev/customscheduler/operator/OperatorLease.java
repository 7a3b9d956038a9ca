package dev.customscheduler.operator;

import dev.customscheduler.operator.dependent.Refusals;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the operator's lease up at a clean stop, so that the next replica need not wait until it expires. The framework
 * never does.
 */
final class OperatorLease {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorLease.class);

    private OperatorLease() {}

    static void release(KubernetesClient client, OperatorOptions options) {
        var lease = client.leases().inNamespace(options.namespace()).withName(options.leaseName());
        try {
            var held = lease.get();
            if (held == null
                    || held.getSpec() == null
                    || !options.identity().equals(held.getSpec().getHolderIdentity())) {
                return;
            }
            held.getSpec().setHolderIdentity("");
            held.getSpec().setLeaseDurationSeconds(1);
            client.resource(held).lockResourceVersion().update();
            LOG.info("gave up the lease");
        } catch (KubernetesClientException e) {
            LOG.warn("could not give up the lease, it will expire: {}", Refusals.answer(e));
        }
    }
}
