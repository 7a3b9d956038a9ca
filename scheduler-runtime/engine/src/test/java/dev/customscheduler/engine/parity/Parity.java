package dev.customscheduler.engine.parity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.customscheduler.config.ConfigurationReader;
import dev.customscheduler.config.ConfigurationResult;
import dev.customscheduler.config.Source;
import dev.customscheduler.config.Target;
import dev.customscheduler.engine.AttemptResult;
import dev.customscheduler.engine.Chance;
import dev.customscheduler.engine.profile.PluginRegistry;
import dev.customscheduler.engine.simulation.Simulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs the engine on a case as the oracle runs kube-scheduler. */
final class Parity {
    private Parity() {}

    static List<AttemptResult> place(String config, List<JsonNode> objects, Chance chance) {
        ConfigurationResult result =
                ConfigurationReader.read(config.getBytes(StandardCharsets.UTF_8), Source.NONE, Target.bundled());
        if (!(result instanceof ConfigurationResult.Accepted accepted)) {
            throw new IllegalArgumentException("configuration refused: " + result.findings() + "\n" + config);
        }
        try (Simulation simulation = new Simulation(
                accepted.configuration(), accepted.profiles(), PluginRegistry.builtIn(), objects, chance)) {
            return simulation.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
