package io.whorl;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The open files of this process, on systems that list them. */
public final class OpenFiles {
    private static final Path LINKS = Path.of("/proc/self/fd");

    private OpenFiles() {}

    public static boolean areListed() {
        return Files.isDirectory(LINKS);
    }

    /** The open files in a directory. Most of them are unlinked. */
    public static List<String> below(Path directory) throws IOException {
        List<String> open = new ArrayList<>();
        try (DirectoryStream<Path> links = Files.newDirectoryStream(LINKS)) {
            for (Path link : links) {
                try {
                    open.add(Files.readSymbolicLink(link).toString());
                } catch (NoSuchFileException closed) {
                    // Closed since it was listed.
                }
            }
        }
        open.removeIf(file -> !file.startsWith(directory.toString()));
        return open;
    }
}
