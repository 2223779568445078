package io.whorl.cli.passages;

import io.whorl.cli.console.FailedException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** The names of two files that are to be aligned. */
public record FilePair(String a, String b) {
    /**
     * Reads a line of a list: two columns, separated by a tab or, in a line without a tab, by spaces. A blank line has
     * no pair.
     *
     * @param place names the line in messages
     * @throws FailedException if the line does not have two columns
     */
    public static Optional<FilePair> parse(String line, String place) throws FailedException {
        if (line.isBlank()) {
            return Optional.empty();
        }
        String[] names = line.strip().split(line.contains("\t") ? "\t" : "\\s+", -1);
        if (names.length != 2 || names[0].isBlank() || names[1].isBlank()) {
            throw new FailedException(
                    place + " does not have two columns; give two file names, separated by a tab: " + line.strip());
        }
        try {
            Path.of(names[0]);
            Path.of(names[1]);
        } catch (InvalidPathException e) {
            throw new FailedException(place + ": '" + e.getInput() + "' is not a path: " + e.getReason());
        }
        return Optional.of(new FilePair(names[0], names[1]));
    }
}
