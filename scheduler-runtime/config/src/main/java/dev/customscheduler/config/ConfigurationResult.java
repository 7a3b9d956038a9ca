package dev.customscheduler.config;

import java.util.List;

/** What reading a configuration comes to. */
public sealed interface ConfigurationResult {
    /** Everything there is to say, errors first, else in the order of the document. */
    List<Finding> findings();

    /**
     * The target would run it.
     *
     * @param configuration defaulted, version v1
     * @param profiles the effective profiles, in the document's order
     * @param warnings what is worth saying all the same
     */
    record Accepted(KubeSchedulerConfiguration configuration, List<EffectiveProfile> profiles, List<Finding> warnings)
            implements ConfigurationResult {
        public Accepted {
            profiles = List.copyOf(profiles);
            warnings = List.copyOf(warnings);
        }

        @Override
        public List<Finding> findings() {
            return warnings;
        }
    }

    /**
     * The target would not start with it. At least one finding is an error, and each error has a path unless the whole
     * document is at fault.
     */
    record Refused(List<Finding> findings) implements ConfigurationResult {
        public Refused {
            findings = List.copyOf(findings);
        }
    }
}
