package dev.customscheduler.operator.reconcile;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long to wait before a resource with a problem is tried again: twice as long each time, up to a bound. Events do
 * not shorten it and do not use it up, as they do with the framework's own retries.
 */
final class Backoff {
    private final Duration first;
    private final Duration most;
    private final Map<String, Integer> attempts = new ConcurrentHashMap<>();

    Backoff(Duration first, Duration most) {
        this.first = first;
        this.most = most;
    }

    /**
     * Notes one more failure.
     *
     * @param uid the resource's uid
     * @return how long to wait
     */
    Duration failed(String uid) {
        int attempt = attempts.merge(uid, 1, Integer::sum) - 1;
        var wait = first.multipliedBy(1L << Math.min(attempt, 20));
        return wait.compareTo(most) > 0 ? most : wait;
    }

    /**
     * Begins anew.
     *
     * @param uid the resource's uid
     */
    void succeeded(String uid) {
        attempts.remove(uid);
    }
}
