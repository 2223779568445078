package io.whorl.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The files of a directory that this process has mapped or opened, also unlinked ones, on systems that list them. */
public final class HeldFiles {
    private static final Path LINKS = Path.of("/proc/self/fd");
    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final int MOST_COLLECTIONS = 200;

    private HeldFiles() {}

    public static long mapped(Path directory) throws IOException {
        return maps(directory).size();
    }

    private static List<String> maps(Path directory) throws IOException {
        Assumptions.assumeTrue(Files.isReadable(MAPS), "this system does not list the mappings of a process");
        String below = directory.toRealPath().toString();
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.filter(line -> line.contains(below)).toList();
        }
    }

    /** The mappings of deleted files of a directory. */
    public static List<String> removed(Path directory) throws IOException {
        return maps(directory).stream()
                .filter(line -> line.endsWith(" (deleted)"))
                .toList();
    }

    /** Runs the garbage collector, a bounded number of times, until no file of a directory is mapped. */
    public static void assertCollected(Path directory) throws Exception {
        for (int i = 0; i < MOST_COLLECTIONS && mapped(directory) > 0; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertEquals(0, mapped(directory));
    }

    /** The open files in a directory. Most of them are unlinked. */
    public static List<String> open(Path directory) throws IOException {
        Assumptions.assumeTrue(Files.isDirectory(LINKS), "this system does not list the open files of a process");
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
