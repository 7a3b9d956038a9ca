package dev.customscheduler.config;

/** How bad a finding is. Only an {@link #ERROR} refuses a configuration. */
public enum Severity {
    ERROR,
    WARNING;

    /** As the command line prints it: {@code error} or {@code warning}. */
    public String label() {
        return this == ERROR ? "error" : "warning";
    }
}
