package dev.customscheduler.operator;

import dev.customscheduler.manifests.Environment;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * How the operator's process is told what to do: flags first, then environment variables, then defaults.
 *
 * @param namespace the operator's own namespace; its lease lives there and a CustomScheduler without a namespace too
 * @param runtimeImage the image of a scheduler that names none and whose runtime is the bundled one
 * @param leaderElection whether only the replica that holds the operator's lease reconciles
 * @param leaseName the name of the operator's lease
 * @param identity this replica's name in the lease
 * @param healthAddress where /livez, /healthz and /readyz are served
 * @param metricsAddress where /metrics is served; empty when it is not
 * @param resync after how long an idle resource is looked at again
 */
public record OperatorOptions(
        String namespace,
        String runtimeImage,
        boolean leaderElection,
        String leaseName,
        String identity,
        InetSocketAddress healthAddress,
        Optional<InetSocketAddress> metricsAddress,
        Duration resync) {

    /** The text of {@code --help}. */
    public static final String USAGE = """
            Usage: custom-scheduler-operator [FLAG=VALUE]...
            Each flag may be given as an environment variable too, without the dashes, in capitals, with _ for -.

              --operator-namespace=NAME     the operator's own namespace (default custom-scheduler-system)
              --runtime-image=IMAGE         image of the bundled scheduler (default %s)
              --leader-elect=true|false     only the holder of the operator's lease reconciles (default true)
              --leader-elect-lease=NAME     the name of that lease (default custom-scheduler-operator)
              --health-bind-address=ADDR    host:port or :port of /livez, /healthz, /readyz (default :8081)
              --metrics-bind-address=ADDR   host:port or :port of /metrics, 0 for none (default 0: they are not authenticated)
              --resync-seconds=N            how often an idle resource is looked at again (default 60)
            The API server is found as kubectl finds it: in a pod by the service account, else by KUBECONFIG.
            """.formatted(Defaults.RUNTIME_IMAGE);

    /** What holds when neither a flag nor a variable says otherwise. */
    private static final class Defaults {
        static final String NAMESPACE = Environment.DEFAULT_OPERATOR_NAMESPACE;
        static final String RUNTIME_IMAGE = Environment.DEFAULT_RUNTIME_IMAGE;
        static final String LEASE = "custom-scheduler-operator";
        static final int RESYNC_SECONDS = 60;
    }

    private static final List<String> FLAGS = List.of(
            "operator-namespace",
            "runtime-image",
            "leader-elect",
            "leader-elect-lease",
            "health-bind-address",
            "metrics-bind-address",
            "resync-seconds");

    /** What reading the command line came to. */
    public sealed interface Parsed {}

    /**
     * The options are whole.
     *
     * @param options the options
     */
    public record Run(OperatorOptions options) implements Parsed {}

    /** The user asked for help. */
    public record Help() implements Parsed {}

    /**
     * The command line is wrong.
     *
     * @param errors every fault of it, one sentence each
     */
    public record Wrong(List<String> errors) implements Parsed {}

    /**
     * Reads a command line.
     *
     * @param arguments the process's arguments
     * @param environment the process's environment
     * @param pid this process's id, which makes the identity unique where the pod's name is not known
     * @return the options, a wish for help, or every error at once
     */
    public static Parsed parse(List<String> arguments, Map<String, String> environment, long pid) {
        var errors = new ArrayList<String>();
        var flags = new HashMap<String, String>();
        for (String argument : arguments) {
            if (argument.equals("--help") || argument.equals("-h")) {
                return new Help();
            }
            int equals = argument.indexOf('=');
            String name =
                    argument.startsWith("--") ? argument.substring(2, equals < 0 ? argument.length() : equals) : "";
            if (!FLAGS.contains(name)) {
                errors.add(
                        "unknown flag " + argument + ": the flags are --" + String.join(", --", new TreeSet<>(FLAGS)));
            } else if (equals < 0) {
                errors.add("--" + name + " wants a value: --" + name + "=VALUE");
            } else {
                flags.put(name, argument.substring(equals + 1));
            }
        }
        var values = new Values(flags, environment, errors);
        String host = environment.getOrDefault("POD_NAME", environment.getOrDefault("HOSTNAME", "operator"));
        var options = new OperatorOptions(
                values.text("operator-namespace", Defaults.NAMESPACE),
                values.text("runtime-image", Defaults.RUNTIME_IMAGE),
                values.flag("leader-elect", true),
                values.text("leader-elect-lease", Defaults.LEASE),
                host + "_" + pid,
                values.address("health-bind-address", ":8081").orElseGet(() -> new InetSocketAddress(8081)),
                values.address("metrics-bind-address", "0"),
                Duration.ofSeconds(values.positive("resync-seconds", Defaults.RESYNC_SECONDS)));
        return errors.isEmpty() ? new Run(options) : new Wrong(List.copyOf(errors));
    }

    private record Values(Map<String, String> flags, Map<String, String> environment, List<String> errors) {
        String text(String name, String fallback) {
            String variable = name.toUpperCase(java.util.Locale.ROOT).replace('-', '_');
            String value = flags.getOrDefault(name, environment.getOrDefault(variable, ""));
            return value.isBlank() ? fallback : value;
        }

        boolean flag(String name, boolean fallback) {
            return switch (text(name, Boolean.toString(fallback))) {
                case "true" -> true;
                case "false" -> false;
                case String other -> {
                    errors.add("--" + name + ": " + other + " is neither true nor false");
                    yield fallback;
                }
            };
        }

        int positive(String name, int fallback) {
            String value = text(name, Integer.toString(fallback));
            try {
                int number = Integer.parseInt(value);
                if (number > 0) {
                    return number;
                }
            } catch (NumberFormatException e) {
                errors.add("--" + name + ": " + value + " is not a whole number (" + e.getMessage() + ")");
                return fallback;
            }
            errors.add("--" + name + ": " + value + " is not above 0");
            return fallback;
        }

        Optional<InetSocketAddress> address(String name, String fallback) {
            String value = text(name, fallback);
            if (value.equals("0")) {
                return Optional.empty();
            }
            int colon = value.lastIndexOf(':');
            try {
                int port = Integer.parseInt(value.substring(colon + 1));
                String host = colon <= 0 ? "" : value.substring(0, colon).replaceAll("^\\[|]$", "");
                return Optional.of(host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port));
            } catch (IllegalArgumentException e) {
                errors.add("--" + name + ": " + value + " is not host:port, :port or 0 (" + e.getMessage() + ")");
                return Optional.empty();
            }
        }
    }
}
