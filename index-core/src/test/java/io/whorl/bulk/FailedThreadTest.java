package io.whorl.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.whorl.DiskSpaceException;
import io.whorl.OpenFiles;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thread that fingerprints fails: the caller gets the failure itself, and no file stays open. */
class FailedThreadTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path directory;

    private Path path() {
        return directory.resolve("index");
    }

    @Test
    void anErrorOfTheJvmIsThrownAsItIs() throws IOException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(ExplodingProvider.loader(directory));
        try (IndexBuilder builder =
                IndexBuilder.create(path(), SCHEME.withSelection(Selection.of("explodes")), BuildOptions.DEFAULT)) {
            builder.add("large", "word ".repeat(5_001));
            assertEquals(
                    "exploded",
                    assertThrows(OutOfMemoryError.class, builder::finish).getMessage());
        } finally {
            Thread.currentThread().setContextClassLoader(loader);
        }
        assertFalse(Files.exists(path()));
    }

    @Test
    void aFullDiskLeavesNoScratchFileOpen() throws IOException {
        assumeTrue(OpenFiles.areListed());
        StringBuilder large = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            large.append(i).append(' ');
        }
        BuildOptions full = BuildOptions.DEFAULT
                .memory(BuildOptions.LEAST_MEMORY)
                .threads(16)
                .reserve(1L << 50);
        try (IndexBuilder builder = IndexBuilder.create(path(), SCHEME, full)) {
            builder.add("large", large.toString());
            assertThrows(DiskSpaceException.class, builder::finish);
        }
        assertEquals(List.of(), OpenFiles.below(path()));
    }
}
