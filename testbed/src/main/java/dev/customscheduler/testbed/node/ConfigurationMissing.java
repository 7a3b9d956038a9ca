package dev.customscheduler.testbed.node;

/**
 * A container or volume refers to what does not exist (yet); the message is what a kubelet would write into the status.
 */
final class ConfigurationMissing extends Exception {
    private static final long serialVersionUID = 1;

    ConfigurationMissing(String message) {
        super(message);
    }
}
