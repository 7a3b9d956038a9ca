package dev.customscheduler.runtime.watch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.customscheduler.engine.decode.PodDecoder;
import dev.customscheduler.framework.model.Document;
import dev.customscheduler.framework.model.Pod;
import java.io.IOException;

/**
 * Pods that take or ask for room: not those that came to their end. A pending pod keeps its document, for its
 * generation and for plugins that read any field; an assigned pod, of which there are many more, does only on request.
 */
public final class PodKind implements WatchedKind<Pod> {
    private static final JsonFactory JSON = new JsonFactory();

    private final PodDecoder decoder = new PodDecoder();
    private final boolean keepAll;

    /** For one reflector: the decoder is not for several threads. */
    public PodKind() {
        this(false);
    }

    /**
     * For one reflector: the decoder is not for several threads.
     *
     * @param keepAll whether assigned pods keep their documents too, for an extender that wants whole victims
     */
    public PodKind(boolean keepAll) {
        this.keepAll = keepAll;
    }

    @Override
    public String plural() {
        return "pods";
    }

    @Override
    public String path() {
        return "/api/v1/pods";
    }

    @Override
    public String fieldSelector() {
        return "status.phase!=Succeeded,status.phase!=Failed";
    }

    @Override
    public Pod decode(byte[] json) throws IOException {
        try (JsonParser parser = JSON.createParser(json)) {
            parser.nextToken();
            Pod pod = decoder.read(parser, Document.ofJson(json));
            return pod.isAssigned() && !keepAll
                    ? new Pod(pod.metadata(), pod.spec(), pod.status(), pod.nodeName(), null)
                    : pod;
        }
    }

    @Override
    public String key(Pod pod) {
        return pod.key();
    }

    @Override
    public String uid(Pod pod) {
        return pod.uid();
    }

    @Override
    public String resourceVersion(Pod pod) {
        return pod.metadata().resourceVersion();
    }
}
