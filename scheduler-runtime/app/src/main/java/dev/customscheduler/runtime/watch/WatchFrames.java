package dev.customscheduler.runtime.watch;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a watch's answer into events without parsing the objects in it.
 *
 * <p>kube-apiserver writes one event a line, {@code {"type":"ADDED","object":{...}}}, in that order of keys, and JSON
 * has no raw line break inside a value. So an event ends at a line break, its object lies between the fifth quote's
 * colon and the last brace, and only the object's own decoder needs to look inside. A line of another shape ends the
 * watch with an {@link IOException}: it was cut off or did not come from an API server.
 */
final class WatchFrames {
    private static final byte[] START = "{\"type\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MIDDLE = "\",\"object\":".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_FRAME = 64 * 1024 * 1024;

    private final InputStream in;
    private byte[] buffer = new byte[64 * 1024];
    private int from;
    private int to;
    private int scanned;

    /** One event: its type as on the wire, and its object's bytes, which are the reader's to keep. */
    record Frame(String type, byte[] object) {}

    WatchFrames(InputStream in) {
        this.in = in;
    }

    /** The next event, or null at the end of the answer. */
    @Nullable
    Frame next() throws IOException {
        while (true) {
            for (; scanned < to; scanned++) {
                if (buffer[scanned] == '\n') {
                    int start = from;
                    int end = scanned;
                    from = ++scanned;
                    if (end > start) {
                        return frame(start, end);
                    }
                }
            }
            makeRoom();
            int read = in.read(buffer, to, buffer.length - to);
            if (read < 0) {
                if (to > from) {
                    throw new EOFException("the watch ended in the middle of an event");
                }
                return null;
            }
            to += read;
        }
    }

    private void makeRoom() throws IOException {
        if (from == to) {
            from = 0;
            to = 0;
            scanned = 0;
        }
        if (to < buffer.length) {
            return;
        }
        int pending = to - from;
        if (pending > MAX_FRAME) {
            throw new IOException("a watch event is larger than " + MAX_FRAME + " bytes");
        }
        byte[] room = pending > buffer.length / 2 ? new byte[buffer.length * 2] : buffer;
        System.arraycopy(buffer, from, room, 0, pending);
        buffer = room;
        scanned -= from;
        to = pending;
        from = 0;
    }

    private Frame frame(int start, int end) throws IOException {
        int typeStart = start + START.length;
        int typeEnd = typeStart;
        while (typeEnd < end && buffer[typeEnd] != '"') {
            typeEnd++;
        }
        int objectStart = typeEnd + MIDDLE.length;
        if (objectStart >= end
                || !Arrays.equals(buffer, start, typeStart, START, 0, START.length)
                || !Arrays.equals(buffer, typeEnd, objectStart, MIDDLE, 0, MIDDLE.length)
                || buffer[end - 1] != '}') {
            int shown = Math.min(end, start + 80);
            throw new IOException(
                    "not a watch event: " + new String(buffer, start, shown - start, StandardCharsets.UTF_8));
        }
        return new Frame(type(typeStart, typeEnd), Arrays.copyOfRange(buffer, objectStart, end - 1));
    }

    private String type(int start, int end) {
        if (end - start > 0) {
            switch (buffer[start]) {
                case 'A':
                    return "ADDED";
                case 'M':
                    return "MODIFIED";
                case 'D':
                    return "DELETED";
                default:
                    break;
            }
        }
        return new String(buffer, start, end - start, StandardCharsets.US_ASCII);
    }
}
