package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.whorl.OpenFiles;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.scheme.Scheme;
import io.whorl.store.StoredKinds;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No scratch file stays open if the disk has no room for the next one. */
class FailedOpeningTest {
    private static final Scheme SCHEME = Scheme.builder().build();
    private static final int SCRATCH_FILES = 1;

    @TempDir
    Path directory;

    interface Opening {
        Closeable open(Path scratch) throws IOException;
    }

    static Stream<Opening> openings() {
        return Stream.of(
                scratch -> new SegmentAssembler(SCHEME, new StoredKinds(true, true), 1 << 20, 1, scratch), scratch -> {
                    RunBuilder run = new RunBuilder(
                            SCHEME, Runs.SMALL.storeText(true).storeFingerprints(true), scratch, document -> {});
                    return run::close;
                });
    }

    @ParameterizedTest
    @MethodSource("openings")
    void noScratchFileStaysOpen(Opening opening) throws IOException {
        assumeTrue(OpenFiles.areListed());
        Path real = directory.toRealPath();
        CrashFileSystem system = CrashFileSystem.over(real);
        for (int nth = 1; nth <= SCRATCH_FILES; nth++) {
            system.fail(Fault.at(nth, Operation.CREATE));
            assertThrows(IOException.class, () -> opening.open(system.root()));
            assertEquals(1, system.failures());
            assertEquals(List.of(), OpenFiles.below(real), "after " + (nth - 1) + " files");
        }
        system.heal();
        try (Closeable opened = opening.open(system.root())) {
            assertEquals(SCRATCH_FILES, OpenFiles.below(real).size(), opened::toString);
        }
        assertEquals(List.of(), OpenFiles.below(real));
    }
}
