package dev.customscheduler.runtime.client;

/** What came of a request. */
public sealed interface ApiReply {

    /**
     * The server did it.
     *
     * @param body the answer, empty where the request did not want it
     */
    record Done(int status, byte[] body) implements ApiReply {}

    /**
     * The server refused.
     *
     * @param code the HTTP status
     * @param reason Status.reason, such as {@code Conflict}; {@code Unknown} where the answer was no Status
     * @param message Status.message
     */
    record Refused(int code, String reason, String message) implements ApiReply {
        /** The object, or what the request names, is not there. */
        public boolean notFound() {
            return code == 404;
        }

        /** Somebody else changed the object first. */
        public boolean conflict() {
            return code == 409 && reason.equals("Conflict");
        }

        /** An object of this name is there already. */
        public boolean alreadyExists() {
            return code == 409 && reason.equals("AlreadyExists");
        }

        /** The resourceVersion is too old for a list or watch to go on from. */
        public boolean expired() {
            return code == 410 || reason.equals("Expired") || reason.equals("Gone");
        }
    }

    /**
     * No answer: the request may or may not have been carried out, unless the connection was refused.
     *
     * @param connectionRefused nobody listened, so nothing was carried out
     */
    record Unreachable(String message, boolean connectionRefused) implements ApiReply {}

    /** Whether the request was carried out. */
    default boolean done() {
        return this instanceof Done;
    }

    /** The failures that the scheduler's own retries cover: InternalError, ServiceUnavailable, connection refused. */
    default boolean retriable() {
        return switch (this) {
            case Done ignored -> false;
            case Refused refused ->
                refused.reason().equals("InternalError") || refused.reason().equals("ServiceUnavailable");
            case Unreachable unreachable -> unreachable.connectionRefused();
        };
    }

    /** The failure in words; empty for success. */
    default String problem() {
        return switch (this) {
            case Done ignored -> "";
            case Refused refused -> refused.message();
            case Unreachable unreachable -> unreachable.message();
        };
    }
}
