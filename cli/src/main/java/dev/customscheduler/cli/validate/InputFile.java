package dev.customscheduler.cli.validate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file named on the command line.
 *
 * @param name what findings call it
 */
public record InputFile(String name, byte[] bytes) {
    /**
     * Reads a file; {@code -} is standard input.
     *
     * @throws IOException if it cannot be read
     */
    public static InputFile read(String argument) throws IOException {
        byte[] bytes = argument.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(argument));
        return new InputFile(argument.equals("-") ? "<stdin>" : argument, bytes);
    }
}
