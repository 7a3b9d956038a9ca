package dev.customscheduler.framework;

/** Time as the scheduler sees it, so that simulation and tests can make their own. */
public interface Clock {
    /** The computer's own time. */
    Clock SYSTEM = new Clock() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public long epochMillis() {
            return System.currentTimeMillis();
        }
    };

    /** A steadily growing number of nanoseconds. */
    long nanos();

    /** Milliseconds since 1970. */
    long epochMillis();
}
