package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.ids;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents are prepared for the current commit, and may become part of the next one. */
class DirectSegmentTest {
    @TempDir
    Path folder;

    /** Repeats the text, so that selected minutiae are not distinct. */
    private static byte[] doubled(int i) {
        String once = new String(text(i, 30), StandardCharsets.UTF_8);
        return (once + once).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void commitsCanComeBetweenPreparingAndAdding() throws Exception {
        Path index = folder.resolve("index");
        Scheme scheme = Scheme.builder().frequencies(true).build();
        List<NewDocument> documents = new ArrayList<>();
        for (int i = 0; i < 6_000; i++) {
            documents.add(new NewDocument("d" + i % 4_000, doubled(i)));
        }
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (IndexWriter writer = IndexWriter.create(index, scheme, SMALL)) {
            Future<Long> adding = pool.submit(() -> writer.addAll(documents));
            while (!adding.isDone()) {
                writer.commit();
            }
            assertEquals(6_000, adding.get());
            writer.commit();
            assertEquals(4_000, writer.snapshot().documents());
            for (int i = 2_000; i < 6_000; i += 97) {
                assertEquals(List.of("d" + i % 4_000), ids(writer.snapshot(), doubled(i)));
            }
            assertEquals(List.of(), ids(writer.snapshot(), doubled(7)));
        } finally {
            pool.shutdownNow();
        }
        assertEquals(4_000, Snapshot.open(index).documents());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }
}
