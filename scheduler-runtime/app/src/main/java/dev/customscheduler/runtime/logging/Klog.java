package dev.customscheduler.runtime.logging;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A logger that writes klog's text format to standard error: {@code I1201 03:23:09.535288 1 source] "message"
 * key="value"}.
 *
 * <p>Verbosity is process-wide as with {@code -v}. Callers on hot paths ask {@link #v(int)} first, so that nothing is
 * allocated for a line that is not written. Lines are written whole, one system call each, from any thread.
 */
public final class Klog {
    private static final Object LOCK = new Object();
    private static final FileOutputStream STDERR = new FileOutputStream(FileDescriptor.err);
    private static final long PID = ProcessHandle.current().pid();
    private static final AtomicLong LOST_LINES = new AtomicLong();
    private static volatile int verbosity;

    private final String source;

    private Klog(String source) {
        this.source = source;
    }

    /** A logger whose lines carry {@code source} where klog has the file name. */
    public static Klog of(String source) {
        return new Klog(source);
    }

    /** Sets the process-wide verbosity, as {@code -v} does. */
    public static void setVerbosity(int level) {
        verbosity = level;
    }

    /** The process-wide verbosity. */
    public static int verbosity() {
        return verbosity;
    }

    /** Lines that could not be written because standard error refused them. */
    public static long lostLines() {
        return LOST_LINES.get();
    }

    /** Whether lines of this verbosity are written. */
    public boolean v(int level) {
        return level <= verbosity;
    }

    /** Writes an informational line with alternating keys and values. */
    public void info(String message, @Nullable Object... keysAndValues) {
        write('I', message, null, keysAndValues);
    }

    /** Writes a line for something that works on but that a person should look at. */
    public void warn(String message, @Nullable Object... keysAndValues) {
        write('W', message, null, keysAndValues);
    }

    /** Writes an error line; {@code cause}, where there is one, becomes {@code err="..."}. */
    public void error(@Nullable Throwable cause, String message, @Nullable Object... keysAndValues) {
        write('E', message, cause, keysAndValues);
    }

    private void write(char severity, String message, @Nullable Throwable cause, @Nullable Object[] keysAndValues) {
        StringBuilder line = new StringBuilder(160);
        ZonedDateTime now = ZonedDateTime.ofInstant(Instant.now(), ZoneId.systemDefault());
        line.append(severity);
        pad(line, now.getMonthValue(), 2);
        pad(line, now.getDayOfMonth(), 2);
        line.append(' ');
        pad(line, now.getHour(), 2);
        line.append(':');
        pad(line, now.getMinute(), 2);
        line.append(':');
        pad(line, now.getSecond(), 2);
        line.append('.');
        pad(line, now.getNano() / 1000, 6);
        line.append(' ').append(PID).append(' ').append(source).append("] ");
        quote(line, message);
        if (cause != null) {
            line.append(" err=");
            quote(line, describe(cause));
        }
        for (int i = 0; i + 1 < keysAndValues.length; i += 2) {
            line.append(' ').append(keysAndValues[i]).append('=');
            Object value = keysAndValues[i + 1];
            if (value instanceof Number || value instanceof Boolean || value == null) {
                line.append(value);
            } else {
                quote(line, value.toString());
            }
        }
        line.append('\n');
        if (cause != null && verbosity >= 4) {
            StringWriter trace = new StringWriter();
            cause.printStackTrace(new PrintWriter(trace));
            line.append(trace);
        }
        byte[] bytes = line.toString().getBytes(StandardCharsets.UTF_8);
        synchronized (LOCK) {
            try {
                STDERR.write(bytes);
            } catch (IOException e) {
                LOST_LINES.incrementAndGet();
            }
        }
    }

    private static String describe(Throwable cause) {
        String message = cause.getMessage();
        String name = cause.getClass().getSimpleName();
        return message == null ? name : name + ": " + message;
    }

    private static void pad(StringBuilder out, int value, int width) {
        String digits = Integer.toString(value);
        for (int i = digits.length(); i < width; i++) {
            out.append('0');
        }
        out.append(digits);
    }

    private static void quote(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> out.append(c);
            }
        }
        out.append('"');
    }
}
