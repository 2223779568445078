package io.whorl.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The files of a directory that this process has mapped, including unlinked ones, according to the operating system.
 */
public final class Mappings {
    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final int MOST_COLLECTIONS = 200;

    private Mappings() {}

    public static long of(Path directory) throws IOException {
        Assumptions.assumeTrue(Files.isReadable(MAPS), "this system does not list the mappings of a process");
        String below = directory.toRealPath().toString();
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.filter(line -> line.contains(below)).count();
        }
    }

    /** The mappings of deleted files of a directory. */
    public static List<String> removed(Path directory) throws IOException {
        Assumptions.assumeTrue(Files.isReadable(MAPS), "this system does not list the mappings of a process");
        String below = directory.toRealPath().toString();
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.filter(line -> line.contains(below) && line.endsWith(" (deleted)"))
                    .toList();
        }
    }

    /** Runs the garbage collector, a bounded number of times, until no file of a directory is mapped. */
    public static void assertCollected(Path directory) throws Exception {
        for (int i = 0; i < MOST_COLLECTIONS && of(directory) > 0; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertEquals(0, of(directory));
    }
}
