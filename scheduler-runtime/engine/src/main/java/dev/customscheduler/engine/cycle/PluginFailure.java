package dev.customscheduler.engine.cycle;

/** Carries what a plugin threw together with the words in which users are told. */
final class PluginFailure extends RuntimeException {
    PluginFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
