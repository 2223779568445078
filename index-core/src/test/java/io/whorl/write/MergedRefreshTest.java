package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.ids;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Refreshes of a snapshot of the files after merges. */
class MergedRefreshTest {
    private static final int SEALS = 3;
    private static final int EACH = 4;
    private static final int WORDS = 20;

    @TempDir
    Path folder;

    @Test
    void aMergeDoesNotMakeAReaderReadTheLogAgain() throws IOException {
        Path index = folder.resolve("index");
        IndexWriter.create(index, Scheme.builder().build(), SMALL).close();
        HeldMerger held = new HeldMerger();
        try (DefaultIndexWriter writer = DefaultIndexWriter.open(index, SMALL, held)) {
            for (int s = 0; s < SEALS; s++) {
                for (int i = 0; i < EACH; i++) {
                    writer.add("d" + (s * EACH + i), text(s * EACH + i, WORDS));
                }
                writer.commit();
                writer.seal();
            }
            writer.delete("d0");
            writer.update("d5", text(50, WORDS));
            writer.commit();
            try (Snapshot before = Snapshot.open(index)) {
                writer.delete("d9");
                writer.update("d1", text(10, WORDS));
                writer.commit();
                try (Snapshot merging = before.refresh()) {
                    assertEquals(SEALS, merging.stats().segments());
                    damageBeginning(index);
                    assertThrows(CorruptIndexException.class, () -> Snapshot.open(index));
                    held.release();
                    writer.awaitMerges();
                    try (Snapshot merged = merging.refresh()) {
                        assertTrue(merged.stats().segments() < SEALS);
                        requireSame(writer, merged);
                        writer.update("d5", text(51, WORDS));
                        writer.delete("d10");
                        writer.add("late", text(60, WORDS));
                        writer.commit();
                        try (Snapshot after = merged.refresh()) {
                            requireSame(writer, after);
                        }
                    }
                }
            }
        }
    }

    private static void requireSame(IndexWriter writer, Snapshot read) {
        try (Snapshot expected = writer.snapshot()) {
            assertEquals(expected.documents(), read.documents());
            for (int seed = 0; seed <= 60; seed++) {
                byte[] query = text(seed, WORDS);
                assertEquals(ids(expected, query), ids(read, query), "seed " + seed);
            }
        }
    }

    /** Overwrites the first commit of the log, which only a reader that starts at the beginning sees. */
    private static void damageBeginning(Path index) throws IOException {
        try (Stream<Path> logs = Files.list(index.resolve("live"))) {
            Path log = logs.filter(f -> f.toString().endsWith(".wal"))
                    .reduce((a, b) -> b)
                    .orElseThrow();
            try (FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
                assertTrue(file.size() > 200, "the log has " + file.size() + " bytes");
                file.write(ByteBuffer.wrap(new byte[] {-1, -1, -1, -1}), 100);
            }
        }
    }
}
