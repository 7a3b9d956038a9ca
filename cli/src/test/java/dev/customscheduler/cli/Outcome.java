package dev.customscheduler.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * What a command line came to.
 *
 * @param code its exit code
 * @param out its standard output
 * @param err its standard error
 */
public record Outcome(int code, String out, String err) {
    /** Runs a command line in this JVM. */
    public static Outcome of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Csched.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new Outcome(code, out.toString(), err.toString());
    }
}
