package dev.customscheduler.runtime.events;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * An event as it was first written. Those of equal {@link Key} within six minutes are one series.
 *
 * @param name metadata.name
 * @param note at most 1,024 bytes
 * @param time when it happened first
 */
record RecordedEvent(Key key, String name, String note, Instant time) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    /** What makes two events the same to client-go's events broadcaster; the note is no part of it. */
    record Key(
            boolean warning,
            String action,
            String reason,
            String reportingController,
            String reportingInstance,
            String namespace,
            String pod,
            String uid,
            String resourceVersion) {}

    /** The whole event, for POST; with a series where one has begun. */
    byte[] json(int count, Instant lastObserved) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("apiVersion", "events.k8s.io/v1");
            json.writeStringField("kind", "Event");
            json.writeObjectFieldStart("metadata");
            json.writeStringField("name", name);
            json.writeStringField("namespace", key.namespace());
            json.writeEndObject();
            json.writeStringField("eventTime", MICROS.format(time));
            if (count > 1) {
                series(json, count, lastObserved);
            }
            json.writeStringField("reportingController", key.reportingController());
            json.writeStringField("reportingInstance", key.reportingInstance());
            json.writeStringField("action", key.action());
            json.writeStringField("reason", key.reason());
            json.writeObjectFieldStart("regarding");
            json.writeStringField("kind", "Pod");
            json.writeStringField("namespace", key.namespace());
            json.writeStringField("name", key.pod());
            json.writeStringField("uid", key.uid());
            json.writeStringField("apiVersion", "v1");
            json.writeStringField("resourceVersion", key.resourceVersion());
            json.writeEndObject();
            json.writeStringField("note", note);
            json.writeStringField("type", key.warning() ? "Warning" : "Normal");
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return out.toByteArray();
    }

    /** The patch that brings the series up to date. */
    byte[] seriesPatch(int count, Instant lastObserved) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(128);
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            series(json, count, lastObserved);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return out.toByteArray();
    }

    private static void series(JsonGenerator json, int count, Instant lastObserved) throws IOException {
        json.writeObjectFieldStart("series");
        json.writeNumberField("count", count);
        json.writeStringField("lastObservedTime", MICROS.format(lastObserved));
        json.writeEndObject();
    }
}
