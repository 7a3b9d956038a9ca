package dev.customscheduler.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of this build, from the jar's manifest. */
public final class Version implements IVersionProvider {
    /**
     * The version, {@code development} outside of a jar.
     *
     * @return never empty
     */
    public static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"csched " + text()};
    }
}
