package io.whorl.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFileTest {
    @TempDir
    private Path directory;

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aContentThatFailsLeavesTheEarlierFile() throws IOException {
        Path file = Files.writeString(directory.resolve("result"), "earlier");
        ResultFile result = ResultFile.at(file);
        assertThrows(
                FailedException.class,
                () -> result.write(out -> {
                    out.write("half".getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    throw new IOException("the disk is full");
                }));
        assertEquals("earlier", Files.readString(file));
        assertEquals(List.of("result"), names());
    }

    /** A move that deletes what is in the way would lose an earlier file if it were killed before it moves. */
    @Test
    void nothingIsDeletedBeforeTheMove() throws IOException {
        Path file = directory.resolve("result");
        ResultFile result = ResultFile.at(file);
        assertThrows(FailedException.class, () -> result.write(out -> Files.createDirectory(file)));
        assertTrue(Files.isDirectory(file));
        assertEquals(List.of("result"), names());
    }
}
