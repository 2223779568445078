package io.whorl.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** What of a directory, unlinked files included, this process has mapped, as the system tells. */
public final class Mappings {
    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final int MOST_COLLECTIONS = 200;

    private Mappings() {}

    public static long of(Path directory) throws IOException {
        Assumptions.assumeTrue(Files.isReadable(MAPS), "this system does not tell what a process has mapped");
        String below = directory.toRealPath().toString();
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.filter(line -> line.contains(below)).count();
        }
    }

    /** What is mapped of files that are no more in a directory. */
    public static List<String> removed(Path directory) throws IOException {
        Assumptions.assumeTrue(Files.isReadable(MAPS), "this system does not tell what a process has mapped");
        String below = directory.toRealPath().toString();
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.filter(line -> line.contains(below) && line.endsWith(" (deleted)"))
                    .toList();
        }
    }

    /** Waits until the collector has seen to it that nothing of a directory is mapped, a bounded number of times. */
    public static void assertCollected(Path directory) throws Exception {
        for (int i = 0; i < MOST_COLLECTIONS && of(directory) > 0; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertEquals(0, of(directory));
    }
}
