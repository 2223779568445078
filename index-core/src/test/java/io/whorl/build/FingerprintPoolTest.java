package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.whorl.bulk.BuildOptions;
import io.whorl.scheme.Scheme;
import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintPoolTest {
    @TempDir
    Path directory;

    /** A system that allows no more threads has the same effect. */
    @Test
    void aBatchThatNoThreadTakesIsNotWaitedFor() throws IOException {
        ScratchSpace space = new ScratchSpace(directory);
        BuildOptions options =
                BuildOptions.DEFAULT.memory(BuildOptions.LEAST_MEMORY).threads(1);
        DocumentBatch batch = new DocumentBatch(0);
        batch.add(new byte[] {'a'}, new byte[] {'b'});
        try (TempFile scratch = new TempFile(space);
                RunBuilder.FingerprintPool pool = new RunBuilder.FingerprintPool(
                        Scheme.builder().build(), options, scratch, space, refused -> {})) {
            pool.executor().shutdown();
            assertThrows(RejectedExecutionException.class, () -> pool.submit(batch));
            assertTimeoutPreemptively(
                    Duration.ofSeconds(30), () -> assertThrows(RejectedExecutionException.class, pool::drain));
        }
    }
}
