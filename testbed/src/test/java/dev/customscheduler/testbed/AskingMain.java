package dev.customscheduler.testbed;

import dev.customscheduler.testbed.tools.Tool;
import dev.customscheduler.testbed.tools.ToolException;
import dev.customscheduler.testbed.tools.Tools;

/** Asks where etcd is, in whatever environment {@link CrashTest} gives it. */
final class AskingMain {
    private AskingMain() {}

    public static void main(String[] arguments) {
        try {
            System.out.println("SAYS " + new Tools(line -> {}).path(Tool.ETCD));
        } catch (ToolException e) {
            System.out.println("SAYS " + e.getMessage());
        }
    }
}
