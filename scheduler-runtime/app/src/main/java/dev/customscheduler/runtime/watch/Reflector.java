package dev.customscheduler.runtime.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.customscheduler.runtime.client.ApiClient;
import dev.customscheduler.runtime.client.ApiReply;
import dev.customscheduler.runtime.client.ApiRequest;
import dev.customscheduler.runtime.client.Backoff;
import dev.customscheduler.runtime.logging.Klog;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a local copy of all objects of one kind equal to the API server's and tells a handler of each change.
 *
 * <p>It lists in pages at one consistent version, watches from there, and keeps its place by the objects' and
 * bookmarks' resourceVersion. A watch that ends is opened again from that place; one that the server calls expired
 * (410) begins with a new list, whose difference to the copy becomes changes. Failures, and watches that end at once,
 * are followed by growing pauses; a problem is logged when it appears and when it is over, not at every attempt. A
 * watch silent for three minutes, in which bookmarks should have come, is taken for dead.
 */
public final class Reflector<T> implements AutoCloseable {
    private static final int PAGE = 500;
    private static final Duration LIST_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration HEADERS_TIMEOUT = Duration.ofSeconds(30);
    private static final int SILENCE_SECONDS = 180;
    private static final Klog LOG = Klog.of("reflector");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ApiClient client;
    private final WatchedKind<T> kind;
    private final ChangeHandler<T> handler;
    private final ConcurrentHashMap<String, T> copy = new ConcurrentHashMap<>();
    private final CountDownLatch synced = new CountDownLatch(1);
    private final Backoff backoff = Backoff.reflector();
    private final Thread thread;
    private final Thread watchdog;
    private final AtomicLong undecodable = new AtomicLong();
    private final AtomicLong lists = new AtomicLong();
    private volatile boolean stopped;
    private volatile long lastFrame = System.nanoTime();
    private volatile @Nullable InputStream open;
    private String problem = "";

    /** Prepares; {@link #start} begins. */
    public Reflector(ApiClient client, WatchedKind<T> kind, ChangeHandler<T> handler) {
        this.client = client;
        this.kind = kind;
        this.handler = handler;
        this.thread =
                Thread.ofPlatform().daemon().name("watch-" + kind.plural()).unstarted(this::run);
        this.watchdog = Thread.ofVirtual().name("watchdog-" + kind.plural()).unstarted(this::watchForSilence);
    }

    /** Begins to list and watch. */
    public void start() {
        thread.start();
        watchdog.start();
    }

    /** Whether the first list has been handed to the handler. */
    public boolean synced() {
        return synced.getCount() == 0;
    }

    /** Waits for the first list; false where it did not come in time. */
    public boolean awaitSync(Duration timeout) throws InterruptedException {
        return synced.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The object of this key in the copy, or null. */
    public @Nullable T get(String key) {
        return copy.get(key);
    }

    /** The copy, live. */
    public Collection<T> all() {
        return copy.values();
    }

    /** Objects that could not be decoded and were left out. */
    public long undecodable() {
        return undecodable.get();
    }

    /** How often a full list was taken. */
    public long lists() {
        return lists.get();
    }

    /** The kind's plural. */
    public String plural() {
        return kind.plural();
    }

    private void run() {
        @Nullable String version = null;
        while (!stopped) {
            try {
                if (version == null) {
                    version = list();
                }
                version = version == null ? null : watch(version);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                LOG.error(e, "A change could not be handled, listing again", "kind", kind.plural());
                version = null;
                if (!pause()) {
                    return;
                }
            }
        }
    }

    /** Takes a full list; returns its version, or null after a failure and a pause. */
    private @Nullable String list() throws InterruptedException {
        List<T> objects = new ArrayList<>();
        String continuation = "";
        String version = "";
        do {
            String path = kind.path() + "?limit=" + PAGE + selector()
                    + (continuation.isEmpty() ? "" : "&continue=" + encode(continuation));
            ApiReply reply = client.send(ApiRequest.get(path).within(LIST_TIMEOUT));
            if (!(reply instanceof ApiReply.Done(int ignored, byte[] body))) {
                failed("list", reply.problem());
                return null;
            }
            try {
                ListPage page = ListPage.parse(body);
                for (byte[] item : page.items()) {
                    T object = decode(item);
                    if (object != null) {
                        objects.add(object);
                    }
                }
                continuation = page.continuation();
                version = page.resourceVersion();
            } catch (IOException e) {
                failed("list", String.valueOf(e.getMessage()));
                return null;
            }
        } while (!continuation.isEmpty());
        lists.incrementAndGet();
        replace(objects);
        if (synced.getCount() > 0) {
            LOG.info("Caches populated", "type", kind.plural(), "objects", objects.size());
            synced.countDown();
        }
        return version;
    }

    private void replace(List<T> objects) {
        boolean initial = synced.getCount() > 0;
        Set<String> present = new HashSet<>(objects.size() * 2);
        for (T object : objects) {
            present.add(kind.key(object));
        }
        for (String key : copy.keySet()) {
            if (!present.contains(key)) {
                remove(key);
            }
        }
        for (T object : objects) {
            put(object, initial);
        }
    }

    private void put(T object, boolean initial) {
        T before = copy.put(kind.key(object), object);
        if (before == null) {
            handler.added(object, initial);
        } else if (!kind.uid(before).equals(kind.uid(object))) {
            handler.deleted(before);
            handler.added(object, initial);
        } else if (!kind.resourceVersion(before).equals(kind.resourceVersion(object))) {
            handler.updated(before, object);
        }
    }

    private void remove(String key) {
        T last = copy.remove(key);
        if (last != null) {
            handler.deleted(last);
        }
    }

    /** Watches until the stream ends; returns the version to go on from, or null where a new list is needed. */
    private @Nullable String watch(String from) throws InterruptedException {
        // A random length, as client-go's, keeps many watchers from coming back together.
        int seconds = 300 + ThreadLocalRandom.current().nextInt(300);
        String path = kind.path() + "?watch=1&allowWatchBookmarks=true&resourceVersion=" + encode(from)
                + "&timeoutSeconds=" + seconds + selector();
        switch (client.open(path, HEADERS_TIMEOUT)) {
            case ApiClient.Opened.Failed(ApiReply reply) -> {
                if (reply instanceof ApiReply.Refused refused && refused.expired()) {
                    LOG.info("Watch expired, listing again", "kind", kind.plural(), "resourceVersion", from);
                    return null;
                }
                failed("watch", reply.problem());
                return from;
            }
            case ApiClient.Opened.Stream(InputStream body) -> {
                open = body;
                lastFrame = System.nanoTime();
                long began = lastFrame;
                Progress progress = new Progress(from);
                try (body) {
                    read(body, progress);
                } catch (IOException e) {
                    if (!stopped) {
                        LOG.info("Watch ended", "kind", kind.plural(), "err", e.getMessage());
                    }
                } finally {
                    open = null;
                }
                if (progress.events > 0 || System.nanoTime() - began > TimeUnit.SECONDS.toNanos(1)) {
                    backoff.reset();
                } else {
                    failed("watch", "the watch ended at once without an event");
                }
                return progress.version;
            }
        }
    }

    /** How far a watch came. */
    private static final class Progress {
        private @Nullable String version;
        private long events;

        private Progress(String version) {
            this.version = version;
        }
    }

    private void read(InputStream body, Progress progress) throws IOException {
        WatchFrames frames = new WatchFrames(body);
        recovered();
        for (WatchFrames.Frame frame = frames.next(); frame != null && !stopped; frame = frames.next()) {
            lastFrame = System.nanoTime();
            progress.events++;
            switch (frame.type()) {
                case "ADDED", "MODIFIED" -> {
                    T object = decode(frame.object());
                    if (object != null) {
                        put(object, false);
                        progress.version = kind.resourceVersion(object);
                    }
                }
                case "DELETED" -> {
                    T object = decode(frame.object());
                    if (object != null) {
                        remove(kind.key(object));
                        progress.version = kind.resourceVersion(object);
                    }
                }
                case "BOOKMARK" -> {
                    String version = MAPPER.readTree(frame.object())
                            .path("metadata")
                            .path("resourceVersion")
                            .asText();
                    if (!version.isEmpty()) {
                        progress.version = version;
                    }
                }
                default -> {
                    JsonNode status = MAPPER.readTree(frame.object());
                    LOG.info(
                            "The API server ended the watch, listing again",
                            "kind",
                            kind.plural(),
                            "code",
                            status.path("code").asInt(),
                            "message",
                            status.path("message").asText());
                    progress.version = null;
                    return;
                }
            }
        }
    }

    private @Nullable T decode(byte[] json) {
        try {
            return kind.decode(json);
        } catch (IOException | IllegalArgumentException e) {
            undecodable.incrementAndGet();
            LOG.error(e, "An object cannot be decoded and is left out", "kind", kind.plural());
            return null;
        }
    }

    private void failed(String verb, String message) {
        String now = verb + ": " + message;
        if (!now.equals(problem) && !stopped) {
            problem = now;
            LOG.error(null, "Failed to " + verb + ", retrying", "kind", kind.plural(), "err", message);
        }
        if (!pause()) {
            stopped = true;
        }
    }

    private void recovered() {
        if (!problem.isEmpty()) {
            LOG.info("Watching again", "kind", kind.plural());
            problem = "";
        }
    }

    private boolean pause() {
        try {
            Thread.sleep(backoff.pause());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void watchForSilence() {
        while (!stopped) {
            try {
                Thread.sleep(Duration.ofSeconds(10));
            } catch (InterruptedException e) {
                return;
            }
            InputStream stream = open;
            long silent = System.nanoTime() - lastFrame;
            if (stream != null && silent > TimeUnit.SECONDS.toNanos(SILENCE_SECONDS)) {
                LOG.info("Watch is silent, reconnecting", "kind", kind.plural());
                client.reconnect();
                closeQuietly(stream);
            }
        }
    }

    private void closeQuietly(InputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            LOG.error(e, "Unable to close a watch", "kind", kind.plural());
        }
    }

    private String selector() {
        return kind.fieldSelector().isEmpty() ? "" : "&fieldSelector=" + encode(kind.fieldSelector());
    }

    private static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** Stops; changes that were read before are still handed over. */
    @Override
    public void close() {
        stopped = true;
        watchdog.interrupt();
        InputStream stream = open;
        if (stream != null) {
            closeQuietly(stream);
        }
        thread.interrupt();
    }
}
