package dev.customscheduler.runtime.client;

import dev.customscheduler.runtime.logging.Klog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The bearer token of each request. Tokens in files rotate (a projected service account token lives an hour): such a
 * file is read again every ten seconds at most, and at once after the server refused the token.
 */
public abstract sealed class TokenSource {

    /** The token for a request made now, or null where requests carry none. */
    public abstract @Nullable String token();

    /** Called when the server answered 401: what is remembered is forgotten. */
    public abstract void refused();

    /** No token. */
    public static TokenSource none() {
        return new Fixed(null);
    }

    /** A token that stays. */
    public static TokenSource of(String token) {
        return new Fixed(token);
    }

    /**
     * A token in a file.
     *
     * @throws IOException where the file cannot be read now
     */
    public static TokenSource file(Path file) throws IOException {
        return new FromFile(file);
    }

    private static final class Fixed extends TokenSource {
        private final @Nullable String token;

        private Fixed(@Nullable String token) {
            this.token = token;
        }

        @Override
        public @Nullable String token() {
            return token;
        }

        @Override
        public void refused() {}
    }

    private static final class FromFile extends TokenSource {
        private static final Klog LOG = Klog.of("client");
        private static final long KEEP_NANOS = 10_000_000_000L;

        private final Path file;
        private String token;
        private long readAt;
        private boolean stale;
        private boolean unreadable;

        private FromFile(Path file) throws IOException {
            this.file = file;
            this.token = Files.readString(file).strip();
            this.readAt = System.nanoTime();
        }

        @Override
        public synchronized String token() {
            long now = System.nanoTime();
            if (stale || now - readAt > KEEP_NANOS) {
                readAt = now;
                stale = false;
                try {
                    String read = Files.readString(file).strip();
                    if (!read.isEmpty()) {
                        token = read;
                    }
                    unreadable = false;
                } catch (IOException e) {
                    if (!unreadable) {
                        LOG.error(e, "Unable to read the token file, the last token stays in use", "file", file);
                    }
                    unreadable = true;
                }
            }
            return token;
        }

        @Override
        public synchronized void refused() {
            stale = true;
        }
    }
}
