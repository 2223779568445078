package io.whorl.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A reader that runs during writes sees complete commits, and all that were durable when it started. */
class ConcurrentReaderTest {
    private static final int COMMITS = 150;

    @TempDir
    Path directory;

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void seesOnlyCompletePrefixes() throws IOException, InterruptedException, ExecutionException {
        List<List<Operation>> commits = new ArrayList<>();
        Random random = new Random(2);
        for (int i = 0; i < COMMITS; i++) {
            commits.add(Operation.commit(random, 40, true, random.nextInt(4), i % 10 == 0 ? 20_000 : 300));
        }
        AtomicInteger durable = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        LogWriter first = LogWriter.create(directory, LogFolder.NUMBER, LogFolder.SCHEME, LogFolder.BEFORE);
        CompletableFuture<Integer> reads = CompletableFuture.supplyAsync(() -> {
            int n = 0;
            for (boolean last = false; !last; n++) {
                last = done.get();
                int before = durable.get();
                Operation.Recorder sink = new Operation.Recorder();
                try {
                    LogReader.read(directory, LogFolder.NUMBER, LogFolder.SCHEME, sink);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                assertTrue(sink.commits.size() >= before);
                assertEquals(commits.subList(0, sink.commits.size()), sink.commits);
                assertTrue(sink.open.isEmpty());
            }
            return n;
        });
        LogWriter log = first;
        for (int i = 0; i < COMMITS; i++) {
            log.append(Operation.encode(commits.get(i), 40, true), LogFolder.BEFORE + i + 1);
            durable.set(i + 1);
            if (i % 20 == 19) {
                // The record of a close never promises more bytes than a reader finds that read the record before.
                LogTail tail = new LogTail(LogFolder.NUMBER, log.length(), 0, 0, LogFolder.BEFORE + i + 1, false, 0);
                log.close();
                log = LogWriter.resume(directory, tail, LogFolder.SCHEME);
            }
        }
        log.close();
        done.set(true);
        assertTrue(reads.get() > 1);
    }
}
