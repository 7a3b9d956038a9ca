package dev.customscheduler.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Where the process starts: runs the command line and exits with its code. */
public final class Main {
    private Main() {}

    /**
     * Exits with 0 when all is well, 1 when the command found something wrong, 2 when it was used wrongly.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = Csched.run(out, err, args);
        out.flush();
        err.flush();
        System.exit(code);
    }
}
