package io.whorl.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.LimitExceededException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeriesRuleTest {
    @TempDir
    private Path directory;

    @Test
    void aTableThatDoesNotFitInItsMemoryIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("series.tsv"), "a\ts\nb\ts\nb\ts\n");
        long two = 2 * (128 + 2 * 3);
        assertEquals(Map.of("a", "s", "b", "s"), SeriesRule.table(file, two));
        LimitExceededException refused =
                assertThrows(LimitExceededException.class, () -> SeriesRule.table(file, two - 1));
        assertEquals(two, refused.value());
        assertEquals("bytes of heap for the table of --series", refused.limit());
    }
}
