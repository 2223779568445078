package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.ChildJvm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads that open, query and close again and again hold nothing of the indexes that they closed. */
class ManyOpeningsTest {
    private static final int THREADS = 50;
    private static final int OPENINGS = 20;

    @TempDir
    private Path directory;

    /** Opens the index of its argument on many threads, which all live to the end. */
    static final class Opening {
        public static void main(String[] args) throws Exception {
            byte[] text = "a text of a few words that no document of the index has".getBytes(StandardCharsets.UTF_8);
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            List<Future<Object>> opened = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                opened.add(threads.submit(() -> {
                    for (int i = 0; i < OPENINGS; i++) {
                        try (Snapshot snapshot = Snapshot.open(Path.of(args[0]))) {
                            snapshot.query(text, QueryOptions.DEFAULT);
                        }
                    }
                    return null;
                }));
            }
            for (Future<Object> each : opened) {
                each.get(200, TimeUnit.SECONDS);
            }
            System.out.println("done");
            threads.shutdownNow();
        }
    }

    @Test
    void threadsKeepNothingOfAnIndexThatTheyClosed() throws Exception {
        Path index = directory.resolve("index");
        WorkIndex.build(index, 50);
        try (ChildJvm child = ChildJvm.start(List.of("-Xmx24m"), Opening.class, index.toString())) {
            assertEquals(List.of("done"), child.output(), child::errors);
        }
    }
}
