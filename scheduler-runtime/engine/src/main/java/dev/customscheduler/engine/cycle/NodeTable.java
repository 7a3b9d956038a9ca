package dev.customscheduler.engine.cycle;

import dev.customscheduler.engine.attempts.NodeRefusals;
import dev.customscheduler.engine.cache.NodeSnapshot;
import dev.customscheduler.framework.Code;
import dev.customscheduler.framework.NodeInfo;
import dev.customscheduler.framework.NodeStatuses;
import dev.customscheduler.framework.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why nodes were refused in one attempt, by their position in the snapshot. */
final class NodeTable implements NodeStatuses {
    private static final Status UNTOUCHED = Status.unresolvable("");

    private final NodeSnapshot snapshot;
    private @Nullable Status[] statuses = {};
    private int recorded;
    private Status others = UNTOUCHED;
    private String[] names = {};
    private long namesOf = -1;

    NodeTable(NodeSnapshot snapshot) {
        this.snapshot = snapshot;
    }

    void reset() {
        if (statuses.length != snapshot.size()) {
            statuses = new @Nullable Status[snapshot.size()];
        } else {
            Arrays.fill(statuses, null);
        }
        recorded = 0;
        others = UNTOUCHED;
    }

    void put(int position, Status status) {
        if (statuses[position] == null) {
            recorded++;
        }
        statuses[position] = status;
    }

    void putOthers(Status status) {
        others = status;
    }

    int recorded() {
        return recorded;
    }

    Status others() {
        return others;
    }

    /** The recorded statuses, in the snapshot's order. */
    List<Status> all() {
        List<Status> list = new ArrayList<>(recorded);
        for (Status s : statuses) {
            if (s != null) {
                list.add(s);
            }
        }
        return list;
    }

    /** The recorded statuses by the nodes' names. */
    Map<String, Status> byName() {
        Map<String, Status> map = new LinkedHashMap<>();
        for (int i = 0; i < statuses.length; i++) {
            Status s = statuses[i];
            if (s != null) {
                map.put(snapshot.at(i).name(), s);
            }
        }
        return map;
    }

    /** What is recorded, to be kept. The names are shared between the copies of one structure of the snapshot. */
    NodeRefusals copy() {
        if (namesOf != snapshot.structure() || names.length != snapshot.size()) {
            names = new String[snapshot.size()];
            for (int i = 0; i < names.length; i++) {
                names[i] = snapshot.at(i).name();
            }
            namesOf = snapshot.structure();
        }
        return statuses.length == names.length
                ? new NodeRefusals(names, statuses.clone(), others.equals(UNTOUCHED) ? Status.success() : others)
                : NodeRefusals.NONE;
    }

    @Override
    public Status get(String nodeName) {
        int at = snapshot.indexOf(nodeName);
        Status s = at < 0 ? null : statuses[at];
        return s == null ? others : s;
    }

    @Override
    public List<NodeInfo> nodes(Code code) {
        List<NodeInfo> list = new ArrayList<>();
        for (int i = 0; i < statuses.length; i++) {
            Status s = statuses[i];
            if ((s == null ? others : s).code() == code) {
                list.add(snapshot.at(i));
            }
        }
        return list;
    }
}
