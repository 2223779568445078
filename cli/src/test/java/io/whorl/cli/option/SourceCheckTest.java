package io.whorl.cli.option;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceCheckTest {
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    @TempDir
    private Path directory;

    private static Set<Path> pipes() throws IOException {
        Set<Path> pipes = new HashSet<>();
        try (var open = Files.list(OPEN_FILES)) {
            for (Path file : open.toList()) {
                if (Files.isSymbolicLink(file)
                        && Files.readSymbolicLink(file).toString().startsWith("pipe:")) {
                    pipes.add(file);
                }
            }
        }
        return pipes;
    }

    /** A shell passes such a pipe for {@code <(zcat dump.gz)}, and /dev/stdin is one in a pipeline. */
    @Test
    void aPipeWithoutAPathIsASource() throws IOException {
        assumeTrue(Files.isDirectory(OPEN_FILES), "the system does not list the open files of this process");
        Set<Path> before = pipes();
        Process process = new ProcessBuilder("cat").start();
        try {
            Set<Path> pipes = pipes();
            pipes.removeAll(before);
            assertFalse(pipes.isEmpty());
            SourceCheck.check(directory.resolve("index"), List.copyOf(pipes), IllegalArgumentException::new);
        } finally {
            process.destroy();
        }
    }
}
