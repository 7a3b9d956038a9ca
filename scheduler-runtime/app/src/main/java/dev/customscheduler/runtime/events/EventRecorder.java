package dev.customscheduler.runtime.events;

import dev.customscheduler.framework.Cluster.PodEvent;
import dev.customscheduler.framework.model.Pod;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.ApiReply;
import dev.customscheduler.runtime.client.ApiRequest;
import dev.customscheduler.runtime.client.Backoff;
import dev.customscheduler.runtime.logging.Klog;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;

/**
 * Writes events in the manner of client-go's events broadcaster: the first of a kind is created, the second turns it
 * into a series of two, later ones are only counted and written when the series ends (six minutes without one) or every
 * half hour. Never blocks the caller; what does not fit the queue, or is refused for good, is counted as dropped.
 */
public final class EventRecorder implements AutoCloseable {
    private static final int NOTE_LIMIT = 1024;
    private static final String CUT = " ...";
    private static final int MAX_NAME = 253;
    private static final int MAX_TRIES = 12;
    private static final Duration RETRY = Duration.ofSeconds(10);
    private static final Duration FINISH = Duration.ofMinutes(6);
    private static final int REFRESH_EVERY = 5;
    private static final int WIDTH = 32;
    private static final int CAPACITY = 50_000;
    private static final Duration DRAIN = Duration.ofSeconds(2);
    private static final Klog LOG = Klog.of("events");

    private final ApiClient client;
    private final String hostname;
    private final Lanes lanes = new Lanes("events", WIDTH, CAPACITY);
    private final Map<RecordedEvent.Key, Series> known = new HashMap<>();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final Thread caretaker;
    private volatile boolean stopped;
    /** Nobody waits for writes any more, and the client is about to be closed: that they fail is no news. */
    private volatile boolean abandoned;

    private static final class Series {
        private final RecordedEvent first;
        private int count = 1;
        private Instant last;

        private Series(RecordedEvent first) {
            this.first = first;
            this.last = first.time();
        }
    }

    /**
     * Starts recording.
     *
     * @param client with a rate limit of its own, so that events never hold up bindings
     * @param hostname the end of reportingInstance
     */
    public EventRecorder(ApiClient client, String hostname) {
        this.client = client;
        this.hostname = hostname;
        this.caretaker = Thread.ofVirtual().name("events-series").start(this::takeCare);
    }

    /** Events that were given up. */
    public long dropped() {
        return dropped.sum();
    }

    /** Requests that the API server carried out. */
    public long written() {
        return written.sum();
    }

    /** Records an event about a pod. */
    public void record(PodEvent event) {
        Pod pod = event.pod();
        Instant now = Instant.now();
        RecordedEvent.Key key = new RecordedEvent.Key(
                event.warning(),
                event.action(),
                event.reason(),
                event.reporter(),
                event.reporter() + "-" + hostname,
                pod.namespace(),
                pod.name(),
                pod.uid(),
                pod.metadata().resourceVersion());
        Series series;
        int count;
        synchronized (known) {
            series = known.get(key);
            if (series == null) {
                series = new Series(new RecordedEvent(key, name(pod, now), cut(event.note()), now));
                // A pod is bound once: remembering these would cost megabytes for minutes and never find a second.
                if (!event.reason().equals("Scheduled")) {
                    known.put(key, series);
                }
            } else {
                series.count++;
                series.last = now;
            }
            count = series.count;
        }
        if (count <= 2) {
            submit(series.first, count, now);
        }
    }

    private void submit(RecordedEvent event, int count, Instant last) {
        if (!lanes.submit(event.key().uid(), () -> attempt(event, count, last))) {
            dropped.increment();
        }
    }

    private void attempt(RecordedEvent event, int count, Instant last) {
        Backoff pause = new Backoff(RETRY, 1, 0.25, RETRY);
        try {
            for (int tries = 1; !abandoned; tries++) {
                ApiReply reply = write(event, count, last);
                if (reply.done()) {
                    written.increment();
                    return;
                }
                boolean again = reply instanceof ApiReply.Unreachable
                        || count > 1 && reply instanceof ApiReply.Refused refused && refused.alreadyExists();
                if (!again || tries == MAX_TRIES || stopped) {
                    giveUp(event, again, reply);
                    return;
                }
                if (LOG.v(2)) {
                    LOG.info("Unable to write event (may retry after sleeping)", "err", reply.problem());
                }
                Thread.sleep(pause.pause());
            }
            dropped.increment();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            dropped.increment();
        }
    }

    private void giveUp(RecordedEvent event, boolean again, ApiReply reply) {
        dropped.increment();
        if (!abandoned) {
            LOG.error(
                    null,
                    !again
                            ? "Server rejected event (will not retry!)"
                            : stopped
                                    ? "Unable to write event (stopping)"
                                    : "Unable to write event (retry limit exceeded!)",
                    "event",
                    event.key().namespace() + "/" + event.name(),
                    "err",
                    reply.problem());
        }
    }

    private ApiReply write(RecordedEvent event, int count, Instant last) throws InterruptedException {
        String events = "/apis/events.k8s.io/v1/namespaces/" + event.key().namespace() + "/events";
        if (count > 1) {
            ApiReply patched =
                    client.send(ApiRequest.strategicPatch(events + "/" + event.name(), event.seriesPatch(count, last)));
            if (!(patched instanceof ApiReply.Refused refused && refused.notFound())) {
                return patched;
            }
        }
        return client.send(ApiRequest.post(events, event.json(count, last), false));
    }

    private void takeCare() {
        int round = 0;
        while (!stopped) {
            try {
                Thread.sleep(FINISH);
            } catch (InterruptedException e) {
                return;
            }
            round++;
            sweep(Instant.now().minus(FINISH), round % REFRESH_EVERY == 0);
        }
    }

    /** Ends what was last seen before {@code ended}, writing final counts; writes all counts where asked. */
    void sweep(Instant ended, boolean refresh) {
        List<Series> due = new ArrayList<>();
        synchronized (known) {
            known.values().removeIf(series -> {
                boolean over = series.last.isBefore(ended);
                if (series.count > 1 && (over || refresh)) {
                    due.add(series);
                }
                return over;
            });
        }
        for (Series series : due) {
            submit(series.first, series.count, series.last);
        }
    }

    private static String name(Pod pod, Instant now) {
        long nanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        String name = pod.name() + "." + Long.toHexString(nanos);
        return name.length() <= MAX_NAME ? name : UUID.randomUUID().toString();
    }

    /** Cuts a note to what the API allows, counted in bytes as the API counts. */
    static String cut(String note) {
        if (note.length() <= NOTE_LIMIT / 3) {
            return note;
        }
        byte[] bytes = note.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= NOTE_LIMIT) {
            return note;
        }
        int end = NOTE_LIMIT - CUT.length();
        while (end > 0 && (bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + CUT;
    }

    /** Writes what is queued, for two seconds at most, and stops; the rest is given up and told as a number. */
    @Override
    public void close() {
        stopped = true;
        caretaker.interrupt();
        try {
            int left = lanes.close(DRAIN);
            abandoned = true;
            if (left > 0) {
                LOG.info("Events were not written before the stop", "count", left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
