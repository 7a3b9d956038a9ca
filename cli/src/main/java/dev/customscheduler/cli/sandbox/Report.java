package dev.customscheduler.cli.sandbox;

import dev.customscheduler.cli.text.Table;
import dev.customscheduler.crds.v1alpha1.CustomScheduler;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What the sandbox shows in the end: who bound what, the nodes, the resource's conditions. */
final class Report {
    private final KubernetesClient client;
    private final PrintWriter out;

    Report(KubernetesClient client, PrintWriter out) {
        this.client = client;
        this.out = out;
    }

    void bindings(Bindings bindings) {
        Table table = new Table("POD", "NODE", "STATUS", "BOUND BY", "MESSAGE");
        for (Bindings.Placement pod : bindings.pods()) {
            table.row(pod.name(), pod.node(), pod.phase(), pod.by(), pod.message());
        }
        table.print(out, "");
        out.println();
        out.printf(
                "%d of %d pods bound by %s%n%n",
                bindings.bound(), bindings.pods().size(), bindings.schedulerName());
    }

    void nodes() {
        List<Pod> pods = client.pods().inAnyNamespace().list().getItems();
        Table table = new Table("NODE", "PODS", "CPU REQUESTED", "MEMORY REQUESTED");
        List<Node> nodes = client.nodes().list().getItems();
        nodes.sort(Comparator.comparing(node -> node.getMetadata().getName()));
        for (Node node : nodes) {
            String name = node.getMetadata().getName();
            List<Pod> here = pods.stream()
                    .filter(pod -> name.equals(pod.getSpec().getNodeName()))
                    .toList();
            table.row(
                    name,
                    Integer.toString(here.size()),
                    share(here, node, "cpu", BigDecimal.ONE, ""),
                    share(here, node, "memory", BigDecimal.valueOf(1 << 30), "Gi"));
        }
        table.print(out, "");
        out.println();
    }

    private static String share(List<Pod> pods, Node node, String resource, BigDecimal unit, String suffix) {
        BigDecimal requested = BigDecimal.ZERO;
        for (Pod pod : pods) {
            for (var container : pod.getSpec().getContainers()) {
                var resources = container.getResources();
                if (resources != null && resources.getRequests() != null) {
                    requested = requested.add(amount(resources.getRequests().get(resource)));
                }
            }
        }
        BigDecimal allocatable = amount(node.getStatus().getAllocatable().get(resource));
        return String.format(
                Locale.ROOT,
                "%.2f%s of %.0f%s",
                requested.doubleValue() / unit.doubleValue(),
                suffix,
                allocatable.doubleValue() / unit.doubleValue(),
                suffix);
    }

    private static BigDecimal amount(@org.jspecify.annotations.Nullable Quantity quantity) {
        return quantity == null ? BigDecimal.ZERO : Quantity.getAmountInBytes(quantity);
    }

    void conditions(CustomScheduler scheduler) {
        out.println("CustomScheduler " + scheduler.getMetadata().getName());
        List<Condition> conditions = Schedulers.conditions(scheduler);
        if (conditions.isEmpty()) {
            out.println("  has no conditions: the operator has not written its status yet");
        } else {
            Table table = new Table("CONDITION", "STATUS", "REASON", "MESSAGE");
            for (Condition condition : conditions) {
                table.row(condition.getType(), condition.getStatus(), condition.getReason(), condition.getMessage());
            }
            table.print(out, "  ");
        }
        out.println();
    }
}
