package dev.customscheduler.runtime.flags;

/**
 * One flag of kube-scheduler's command line.
 *
 * @param name without the dashes
 * @param kind how its value is spelled
 * @param section the heading under which {@code --help} lists it
 * @param initial the value when the flag is not given, in command-line spelling
 * @param effect what this runtime does with it
 * @param help one sentence for {@code --help}
 */
record Flag(String name, Kind kind, String section, String initial, Effect effect, String help) {

    /** How a value is spelled; the word is what {@code --help} and Go's refusals call it. */
    enum Kind {
        BOOL(""),
        STRING("string"),
        INT("int"),
        FLOAT("float32"),
        DURATION("duration"),
        STRINGS("strings");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    /** Whether the flag does here what it does in kube-scheduler. */
    enum Effect {
        /** It does. */
        FULL,
        /** It is accepted so that a command line can be carried over, changes nothing, and the start log says so. */
        NONE
    }
}
