package dev.customscheduler.runtime.metrics;

import dev.customscheduler.runtime.client.ApiClient;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** client-go's count of requests to the API server, which common alerts on failing clients read. */
public final class RequestMetrics implements ApiClient.RequestObserver {
    private final Counters requests;
    private final String host;
    private final Map<String, LongAdder[]> byMethod = new ConcurrentHashMap<>();

    /**
     * Registers them.
     *
     * @param host the server's host and port
     */
    public RequestMetrics(Registry registry, String host) {
        this.requests = registry.counters(
                "rest_client_requests_total", "[ALPHA] Requests to the API server.", "code", "host", "method");
        this.host = host;
    }

    @Override
    public void ended(String method, int code) {
        LongAdder[] codes = byMethod.get(method);
        if (codes == null) {
            codes = byMethod.computeIfAbsent(method, absent -> new LongAdder[600]);
        }
        int index = code >= 0 && code < codes.length ? code : 0;
        LongAdder counter = codes[index];
        if (counter == null) {
            // Two threads may both come here: the family gives both the same child.
            counter = requests.with(index == 0 ? "<error>" : Integer.toString(index), host, method);
            codes[index] = counter;
        }
        counter.increment();
    }
}
