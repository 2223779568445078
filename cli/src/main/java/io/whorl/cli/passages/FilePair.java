package io.whorl.cli.passages;

import io.whorl.cli.console.FailedException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The names of two files that are to be aligned. */
public record FilePair(String a, String b) {
    /**
     * Reads a list of pairs: two columns of file names, separated by a tab or, in lines without a tab, by spaces. Empty
     * lines are ignored.
     *
     * @throws FailedException if a line does not have two columns; the message names the line
     */
    public static List<FilePair> read(Path file) throws IOException {
        List<FilePair> pairs = new ArrayList<>();
        int number = 0;
        try {
            for (String line : Files.readAllLines(file)) {
                number++;
                if (!line.isBlank()) {
                    pairs.add(of(line, file + ":" + number));
                }
            }
        } catch (MalformedInputException e) {
            throw new FailedException(file + " is not a list of pairs: it is not valid UTF-8");
        }
        return pairs;
    }

    private static FilePair of(String line, String place) throws FailedException {
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
        return new FilePair(names[0], names[1]);
    }
}
