package dev.customscheduler.cli;

import java.nio.file.Path;

/** The files around the command: of the checkout from which the launcher started it, or of an installation. */
public final class House {
    private House() {}

    /**
     * A file or folder of the house.
     *
     * @param parts its path below the root
     * @return the absolute path; whether it exists is not checked
     */
    public static Path path(String... parts) {
        Path path = Path.of(property("csched.home"));
        for (String part : parts) {
            path = path.resolve(part);
        }
        return path;
    }

    /**
     * A folder with all jars of an application.
     *
     * @param application {@code operator} or {@code runtime}
     * @return the folder
     */
    public static Path libraries(String application) {
        return Path.of(property("csched." + application + ".lib"));
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw CommandFailure.usage(
                    "start this by the launcher csched, which says where everything is (-D" + name + " is missing)");
        }
        return value;
    }
}
