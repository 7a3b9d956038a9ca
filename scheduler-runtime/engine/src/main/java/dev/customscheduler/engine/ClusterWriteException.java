package dev.customscheduler.engine;

import dev.customscheduler.framework.ApiResult;

/** Tells an observer of a write that the API server did not take. It is never thrown. */
public final class ClusterWriteException extends RuntimeException {

    /** For that answer. */
    public ClusterWriteException(ApiResult result) {
        super(result.outcome() + ": " + result.message(), null, false, false);
    }
}
