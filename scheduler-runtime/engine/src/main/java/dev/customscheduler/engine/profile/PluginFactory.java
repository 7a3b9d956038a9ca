package dev.customscheduler.engine.profile;

import dev.customscheduler.config.args.PluginArgs;
import dev.customscheduler.framework.Plugin;
import java.util.Optional;

/** Makes a plugin for a profile. */
@FunctionalInterface
public interface PluginFactory {

    /**
     * Makes the plugin.
     *
     * @param args the profile's arguments for it
     * @param context what the scheduler offers to it
     * @throws IllegalArgumentException where the arguments make no sense; the message is for users
     */
    Plugin create(Optional<PluginArgs> args, PluginContext context);
}
