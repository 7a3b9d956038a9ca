package dev.customscheduler.runtime.flags;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses kube-scheduler's command line the way its own parser does: {@code --name=value}, {@code --name value}, a bare
 * {@code --name} for booleans, {@code -v 4}, {@code -v=4}, {@code -v4}; underscores count as dashes; the last of a
 * repeated flag wins, except for lists.
 */
public final class CommandLine {
    private final Map<String, Object> values = new HashMap<>();
    private final List<String> given = new ArrayList<>();

    private CommandLine() {
        for (Flag flag : FlagTable.all().values()) {
            switch (convert(flag, flag.initial())) {
                case GoValues.Parsed.Value<Object> ok -> values.put(flag.name(), ok.value());
                case GoValues.Parsed.Wrong<Object> wrong -> throw new IllegalStateException(wrong.why());
            }
        }
    }

    /** What a command line asks for. */
    public sealed interface Result {
        /** Run with these flags. */
        record Run(Flags flags) implements Result {}

        /** Print this text on standard output and exit 0. */
        record Print(String text) implements Result {}

        /** Print {@code Error: } and this message on standard error and exit 1. */
        record Refused(String message) implements Result {}
    }

    /**
     * Parses the arguments of the process.
     *
     * @param version what {@code --version} prints
     */
    public static Result parse(List<String> arguments, String version) {
        CommandLine line = new CommandLine();
        List<String> positional = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals("--")) {
                positional.addAll(arguments.subList(i + 1, arguments.size()));
                break;
            }
            if (argument.length() < 2 || argument.charAt(0) != '-') {
                positional.add(argument);
                continue;
            }
            boolean shorthand = argument.charAt(1) != '-';
            String body = shorthand ? expandShorthand(argument.substring(1)) : argument.substring(2);
            int equals = body.indexOf('=');
            String name = (equals < 0 ? body : body.substring(0, equals)).replace('_', '-');
            String value = equals < 0 ? null : body.substring(equals + 1);
            Flag flag = FlagTable.all().get(name);
            if (flag == null || name.isEmpty()) {
                return new Result.Refused(
                        shorthand
                                ? "unknown shorthand flag: '" + argument.charAt(1) + "' in " + argument
                                : "unknown flag: --" + name);
            }
            if (value == null) {
                value = bareValue(flag);
            }
            if (value == null && i + 1 < arguments.size()) {
                value = arguments.get(++i);
            }
            if (value == null) {
                return new Result.Refused("flag needs an argument: --" + name);
            }
            String wrong = line.set(flag, value);
            if (wrong != null) {
                String shown = flag.name().equals("v") ? "-v, --v" : "--" + flag.name();
                return new Result.Refused("invalid argument \"" + value + "\" for \"" + shown + "\" flag: " + wrong);
            }
        }
        return line.finish(positional, version);
    }

    private static String expandShorthand(String body) {
        if (body.equals("h")) {
            return "help";
        }
        if (body.startsWith("v") && body.length() > 1 && body.charAt(1) != '=') {
            return "v=" + body.substring(1);
        }
        return body.length() == 1 || body.charAt(1) == '=' ? (body.charAt(0) == 'v' ? body : "") : "";
    }

    private static @Nullable String bareValue(Flag flag) {
        return flag.kind() == Flag.Kind.BOOL || flag.name().equals("version") ? "true" : null;
    }

    private @Nullable String set(Flag flag, String text) {
        switch (convert(flag, text)) {
            case GoValues.Parsed.Wrong<Object> wrong -> {
                return wrong.why();
            }
            case GoValues.Parsed.Value<Object> ok -> {
                if (ok.value() instanceof List<?> more
                        && values.get(flag.name()) instanceof List<?> earlier
                        && given.contains(flag.name())) {
                    List<Object> joined = new ArrayList<>(earlier);
                    joined.addAll(more);
                    values.put(flag.name(), joined);
                } else {
                    values.put(flag.name(), ok.value());
                }
                given.add(flag.name());
                return null;
            }
        }
    }

    private static GoValues.Parsed<Object> convert(Flag flag, String text) {
        return switch (flag.kind()) {
            case BOOL -> widen(GoValues.bool(text));
            case INT -> widen(GoValues.integer(text));
            case FLOAT -> widen(GoValues.decimal(text));
            case DURATION -> widen(GoValues.duration(text));
            case STRING -> new GoValues.Parsed.Value<>(text);
            case STRINGS -> new GoValues.Parsed.Value<>(text.isEmpty() ? List.of() : List.of(text.split(",", -1)));
        };
    }

    private static <T> GoValues.Parsed<Object> widen(GoValues.Parsed<T> parsed) {
        return switch (parsed) {
            case GoValues.Parsed.Value<T>(T value) -> new GoValues.Parsed.Value<>(value);
            case GoValues.Parsed.Wrong<T>(String why) -> new GoValues.Parsed.Wrong<>(why);
        };
    }

    private Result finish(List<String> positional, String version) {
        Flags flags = new Flags(values, given);
        if (flags.bool("help")) {
            return new Result.Print(usage());
        }
        for (String argument : positional) {
            if (!argument.isEmpty()) {
                return new Result.Refused("\"kube-scheduler\" does not take any arguments, got " + quoted(positional));
            }
        }
        String asked = flags.string("version");
        if (!asked.equals("false")) {
            return new Result.Print("Custom Scheduler " + version + " (kube-scheduler 1.37)\n");
        }
        List<String> wrong = problems(flags);
        return wrong.isEmpty() ? new Result.Run(flags) : new Result.Refused(String.join("; ", wrong));
    }

    private static List<String> problems(Flags flags) {
        List<String> wrong = new ArrayList<>();
        int port = flags.integer("secure-port");
        if (port < 0 || port > 65535) {
            wrong.add(
                    "--secure-port " + port + " must be between 0 and 65535, inclusive. 0 for turning off secure port");
        }
        if (flags.string("tls-cert-file").isEmpty()
                != flags.string("tls-private-key-file").isEmpty()) {
            wrong.add("--tls-cert-file and --tls-private-key-file must be given together");
        }
        String minimum = flags.string("tls-min-version");
        if (!List.of("", "VersionTLS10", "VersionTLS11", "VersionTLS12", "VersionTLS13")
                .contains(minimum)) {
            wrong.add("unknown tls version \"" + minimum + "\": use VersionTLS12 or VersionTLS13");
        }
        for (String ttl : List.of(
                "authentication-token-webhook-cache-ttl",
                "authorization-webhook-cache-authorized-ttl",
                "authorization-webhook-cache-unauthorized-ttl")) {
            if (flags.duration(ttl).compareTo(Duration.ZERO) < 0) {
                wrong.add("--" + ttl + " must not be negative");
            }
        }
        if (!flags.string("logging-format").equals("text")) {
            wrong.add("--logging-format: \"" + flags.string("logging-format") + "\" is not supported: use text");
        }
        FeatureGates.problem(flags.strings("feature-gates")).ifPresent(wrong::add);
        return wrong;
    }

    private static String quoted(List<String> arguments) {
        StringBuilder out = new StringBuilder("[");
        for (String argument : arguments) {
            out.append(out.length() > 1 ? " \"" : "\"").append(argument).append('"');
        }
        return out.append(']').toString();
    }

    private static String usage() {
        StringBuilder out = new StringBuilder("Usage:\n  kube-scheduler [flags]\n");
        String section = "";
        for (Flag flag : FlagTable.all().values()) {
            if (!flag.section().equals(section)) {
                section = flag.section();
                out.append('\n').append(section).append(" flags:\n\n");
            }
            String spelling = flag.name().equals("v")
                    ? "  -v, --v"
                    : flag.name().equals("help") ? "  -h, --help" : "      --" + flag.name();
            out.append(String.format(
                    Locale.ROOT, "%-60s %s", spelling + " " + flag.kind().word(), flag.help()));
            if (!flag.initial().isEmpty() && !flag.initial().equals("false")) {
                out.append(" (default ").append(flag.initial()).append(')');
            }
            out.append('\n');
        }
        return out.toString();
    }
}
