package dev.customscheduler.engine.decode;

import com.fasterxml.jackson.core.JsonParser;
import dev.customscheduler.framework.model.PodStatus;
import dev.customscheduler.framework.model.PodStatus.AllocatedResources;
import dev.customscheduler.framework.model.ResourceList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads a pod's status. */
final class StatusReader {
    private final Reader reader;

    StatusReader(Reader reader) {
        this.reader = reader;
    }

    private record Condition(String type, String status, String reason, String message) {}

    PodStatus status(JsonParser p) throws IOException {
        if (!Reader.beginsObject(p)) {
            return PodStatus.NEW;
        }
        String phase = "";
        String nominated = "";
        long start = 0;
        Condition scheduled = new Condition("", "", "", "");
        boolean disrupted = false;
        boolean infeasible = false;
        List<String> claims = List.of();
        List<AllocatedResources> allocated = new ArrayList<>(0);
        ResourceList wholeAllocated = ResourceList.none();
        ResourceList wholeActual = ResourceList.none();
        for (String field = Reader.nextField(p); field != null; field = Reader.nextField(p)) {
            switch (field) {
                case "phase" -> phase = reader.text(p);
                case "nominatedNodeName" -> nominated = reader.text(p);
                case "startTime" -> start = Reader.time(p);
                case "conditions" -> {
                    for (Condition c : reader.list(p, this::condition)) {
                        switch (c.type()) {
                            case "PodScheduled" -> scheduled = c;
                            case "DisruptionTarget" ->
                                disrupted =
                                        c.status().equals("True") && c.reason().equals("PreemptionByScheduler");
                            case "PodResizePending" -> infeasible = c.reason().equals("Infeasible");
                            default -> {
                                // other conditions say nothing to a scheduler
                            }
                        }
                    }
                }
                case "resourceClaimStatuses" -> claims = List.copyOf(reader.list(p, this::claim));
                case "containerStatuses", "initContainerStatuses" -> {
                    for (AllocatedResources a : reader.list(p, this::container)) {
                        if (a.allocated().size() > 0 || a.actual().size() > 0) {
                            allocated.add(a);
                        }
                    }
                }
                case "allocatedResources" -> wholeAllocated = reader.resources(p);
                case "resources" -> wholeActual = requests(p);
                default -> p.skipChildren();
            }
        }
        if (wholeAllocated.size() > 0 || wholeActual.size() > 0) {
            allocated.add(new AllocatedResources("", wholeAllocated, wholeActual));
        }
        return new PodStatus(
                phase,
                nominated,
                start,
                scheduled.status(),
                scheduled.reason(),
                scheduled.message(),
                disrupted,
                infeasible,
                claims,
                List.copyOf(allocated));
    }

    private Condition condition(JsonParser p) throws IOException {
        String type = "";
        String status = "";
        String reason = "";
        String message = "";
        if (Reader.beginsObject(p)) {
            for (String field = Reader.nextField(p); field != null; field = Reader.nextField(p)) {
                switch (field) {
                    case "type" -> type = reader.text(p);
                    case "status" -> status = reader.text(p);
                    case "reason" -> reason = reader.text(p);
                    case "message" -> message = Reader.uniqueText(p);
                    default -> p.skipChildren();
                }
            }
        }
        return new Condition(type, status, reason, message);
    }

    private String claim(JsonParser p) throws IOException {
        String name = "";
        String claim = "";
        if (Reader.beginsObject(p)) {
            for (String field = Reader.nextField(p); field != null; field = Reader.nextField(p)) {
                switch (field) {
                    case "name" -> name = reader.text(p);
                    case "resourceClaimName" -> claim = Reader.uniqueText(p);
                    default -> p.skipChildren();
                }
            }
        }
        return name + "=" + claim;
    }

    private AllocatedResources container(JsonParser p) throws IOException {
        String name = "";
        ResourceList allocated = ResourceList.none();
        ResourceList actual = ResourceList.none();
        if (Reader.beginsObject(p)) {
            for (String field = Reader.nextField(p); field != null; field = Reader.nextField(p)) {
                switch (field) {
                    case "name" -> name = reader.text(p);
                    case "allocatedResources" -> allocated = reader.resources(p);
                    case "resources" -> actual = requests(p);
                    default -> p.skipChildren();
                }
            }
        }
        return new AllocatedResources(name, allocated, actual);
    }

    private ResourceList requests(JsonParser p) throws IOException {
        ResourceList requests = ResourceList.none();
        if (Reader.beginsObject(p)) {
            for (String field = Reader.nextField(p); field != null; field = Reader.nextField(p)) {
                if (field.equals("requests")) {
                    requests = reader.resources(p);
                } else {
                    p.skipChildren();
                }
            }
        }
        return requests;
    }
}
