package io.whorl.cli.demo;

import io.whorl.cli.console.FailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The directory of the demonstration: must be new or empty. */
public final class SampleDirectory {
    private SampleDirectory() {}

    public static void requireEmpty(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        if (!Files.isDirectory(directory)) {
            throw new FailedException(directory + " is not a directory; choose another path");
        }
        try (Stream<Path> entries = Files.list(directory)) {
            if (entries.findAny().isPresent()) {
                throw new FailedException(directory + " is not empty; choose a new or an empty directory");
            }
        }
    }
}
