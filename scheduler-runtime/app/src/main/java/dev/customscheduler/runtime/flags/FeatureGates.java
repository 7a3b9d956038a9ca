package dev.customscheduler.runtime.flags;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The feature gates that kube-scheduler 1.37 knows, and what {@code --feature-gates} makes of them.
 *
 * <p>A name that kube-scheduler does not know is refused as it refuses it. A name that it knows is accepted; whether it
 * changes anything here is for the code that asks {@link #enabled}.
 */
public final class FeatureGates {
    private static final Map<String, Gate> KNOWN = load();
    private static final Set<String> HAVE_EFFECT = Set.of("AllBeta", "SchedulerPopFromBackoffQ");
    private final Map<String, Boolean> set;

    private record Gate(String stage, boolean enabled) {}

    private FeatureGates(Map<String, Boolean> set) {
        this.set = set;
    }

    /** The gates as {@code --feature-gates} sets them; the flag has been checked by {@link CommandLine}. */
    public static FeatureGates of(Flags flags) {
        Map<String, Boolean> set = new HashMap<>();
        for (String entry : flags.strings("feature-gates")) {
            String[] parts = split(entry);
            if (parts.length == 2 && GoValues.bool(parts[1]) instanceof GoValues.Parsed.Value<Boolean>(Boolean on)) {
                set.put(parts[0], on);
            }
        }
        return new FeatureGates(set);
    }

    /** Whether a gate is on: as set, else by AllAlpha and AllBeta, else by its default in 1.37. */
    public boolean enabled(String name) {
        Boolean own = set.get(name);
        if (own != null) {
            return own;
        }
        Gate gate = KNOWN.get(name);
        if (gate == null) {
            throw new IllegalArgumentException("no feature gate " + name);
        }
        Boolean all = switch (gate.stage()) {
            case "ALPHA" -> set.get("AllAlpha");
            case "BETA" -> set.get("AllBeta");
            default -> null;
        };
        return all != null ? all : gate.enabled();
    }

    /** The gates that were set, for the start log. */
    public Map<String, Boolean> explicit() {
        return Map.copyOf(set);
    }

    /** The gates that were set to something else than their default and that this runtime accepts without effect. */
    public List<String> withoutEffect() {
        List<String> names = new ArrayList<>();
        set.forEach((name, on) -> {
            Gate gate = KNOWN.get(name);
            if (!HAVE_EFFECT.contains(name) && (gate == null || gate.enabled() != on)) {
                names.add(name);
            }
        });
        names.sort(null);
        return names;
    }

    static Optional<String> problem(List<String> entries) {
        for (String entry : entries) {
            if (entry.isEmpty()) {
                continue;
            }
            String[] parts = split(entry);
            if (parts.length != 2) {
                return Optional.of("missing bool value for " + entry);
            }
            Gate gate = KNOWN.get(parts[0]);
            if (gate == null) {
                return Optional.of("unrecognized feature gate: " + parts[0]);
            }
            if (!(GoValues.bool(parts[1]) instanceof GoValues.Parsed.Value<Boolean>(Boolean on))) {
                return Optional.of("invalid value of " + parts[0] + "=" + parts[1] + ", err: not a boolean");
            }
            if (gate.stage().equals("GA") && !on) {
                return Optional.of("cannot set feature gate " + parts[0] + " to false, feature is locked to true");
            }
        }
        return Optional.empty();
    }

    private static String[] split(String entry) {
        String plain = entry.startsWith("kube:") ? entry.substring("kube:".length()) : entry;
        String[] parts = plain.split("=", 2);
        for (int i = 0; i < parts.length; i++) {
            parts[i] = parts[i].strip();
        }
        return parts;
    }

    private static Map<String, Gate> load() {
        Map<String, Gate> gates = new HashMap<>();
        try (InputStream in = FeatureGates.class.getResourceAsStream("feature-gates.txt")) {
            if (in == null) {
                throw new IllegalStateException("feature-gates.txt is missing from the jar");
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.startsWith("#") && !line.isBlank()) {
                    String[] fields = line.split(" ");
                    gates.put(fields[0], new Gate(fields[1], Boolean.parseBoolean(fields[2])));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return gates;
    }
}
