package dev.customscheduler.cli.explain;

import dev.customscheduler.cli.explain.Answer.Problem;
import dev.customscheduler.cli.explain.Answer.Reason;

/** Ends the search for an answer: somebody has to do something first. */
final class Problems extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    Problems(Reason reason, String message) {
        super(message);
        this.problem = new Problem(reason, message);
    }

    Problem problem() {
        return problem;
    }
}
