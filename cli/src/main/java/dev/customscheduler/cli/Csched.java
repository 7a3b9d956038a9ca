package dev.customscheduler.cli;

import dev.customscheduler.cli.explain.ExplainCommand;
import dev.customscheduler.cli.migrate.MigrateCommand;
import dev.customscheduler.cli.render.RenderCommand;
import dev.customscheduler.cli.sandbox.SandboxCommand;
import dev.customscheduler.cli.simulate.SimulateCommand;
import dev.customscheduler.cli.validate.ValidateCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The root of the command tree. Only commands that exist are registered here; each is a class of its own that writes to
 * the command line's {@code getOut()} and {@code getErr()} and returns its exit code.
 */
@Command(
        name = "csched",
        description = "Declare, check, try and run Kubernetes schedulers.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, nothing wrong",
            "1:done, and something is wrong: errors in a file, pods that are not bound",
            "2:used wrongly: an unknown option, a file that cannot be read"
        })
public final class Csched implements Runnable {
    private static final Map<String, Class<?>> COMMANDS = commands();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli injects it
    private CommandSpec spec;

    /**
     * Runs a command line.
     *
     * @param out standard output: results only
     * @param err standard error: progress, notes, complaints
     * @param args the arguments
     * @return the exit code
     */
    public static int run(PrintWriter out, PrintWriter err, String... args) {
        return commandLine(args)
                .setOut(out)
                .setErr(err)
                .setUsageHelpWidth(100)
                .setExecutionExceptionHandler(Csched::complain)
                .execute(args);
    }

    private static Map<String, Class<?>> commands() {
        Map<String, Class<?>> commands = new LinkedHashMap<>();
        commands.put("validate", ValidateCommand.class);
        commands.put("migrate", MigrateCommand.class);
        commands.put("render", RenderCommand.class);
        commands.put("simulate", SimulateCommand.class);
        commands.put("explain", ExplainCommand.class);
        commands.put("sandbox", SandboxCommand.class);
        commands.put("version", VersionCommand.class);
        commands.put("training-run", TrainingRun.class);
        return commands;
    }

    /** With the one command that the arguments name: to read the options of all costs a good part of a short run. */
    private static CommandLine commandLine(String... args) {
        CommandLine line = new CommandLine(new Csched());
        Class<?> named = args.length == 0 ? null : COMMANDS.get(args[0]);
        if (named != null) {
            return line.addSubcommand(args[0], named);
        }
        COMMANDS.forEach(line::addSubcommand);
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /** Expected failures are one line; anything else is a bug and shows where it happened. */
    private static int complain(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
        PrintWriter err = command.getErr();
        switch (failure) {
            case CommandFailure expected -> {
                err.println("csched: " + expected.getMessage());
                return expected.exitCode();
            }
            case IOException io -> {
                err.println("csched: " + describe(io));
                return CommandLine.ExitCode.USAGE;
            }
            default -> {
                err.println("csched: this is a bug, please report it with the lines below");
                failure.printStackTrace(err);
                return CommandLine.ExitCode.SOFTWARE;
            }
        }
    }

    private static String describe(IOException failure) {
        return switch (failure) {
            case java.nio.file.NoSuchFileException missing -> missing.getFile() + ": no such file";
            case java.nio.file.AccessDeniedException denied -> denied.getFile() + ": permission denied";
            default -> {
                String message = failure.getMessage();
                yield message == null ? failure.getClass().getSimpleName() : message;
            }
        };
    }
}
