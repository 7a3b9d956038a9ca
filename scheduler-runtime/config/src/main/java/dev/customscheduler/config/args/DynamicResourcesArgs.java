package dev.customscheduler.config.args;

import java.time.Duration;
import java.util.Optional;

/** Arguments of DynamicResources; a timeout is absent where the version does not know it. */
public record DynamicResourcesArgs(Optional<Duration> filterTimeout, Optional<Duration> bindingTimeout)
        implements PluginArgs {
    @Override
    public String kind() {
        return "DynamicResourcesArgs";
    }
}
