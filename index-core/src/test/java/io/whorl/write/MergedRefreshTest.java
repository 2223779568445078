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
import io.whorl.write.WriterFixture.HeldMerger;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Refreshes of a snapshot of the files after merges and seals. */
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
        try (IndexWriter writer = IndexWriter.open(index, WriterFixture.merging(SMALL, held))) {
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
                    damage(log(index));
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

    /** The reader sees a log that is being sealed and the next log, then the MANIFEST that names the new segment. */
    @Test
    void aSealDoesNotMakeAReaderReadTheNextLogAgain() throws IOException {
        Path index = folder.resolve("index");
        Path seen = folder.resolve("seen");
        WriterOptions options = SMALL.mergeFactor(64);
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), options)) {
            for (int i = 0; i < EACH; i++) {
                writer.add("a" + i, text(i, WORDS));
            }
            writer.commit();
            writer.seal();
            for (int i = 0; i < EACH; i++) {
                writer.add("b" + i, text(10 + i, WORDS));
            }
            writer.delete("a0");
            writer.update("a1", text(20, WORDS));
            writer.commit();
            copy(index, seen);
            Path log = log(index);
            Path kept = Files.createLink(folder.resolve("kept.wal"), log);
            // Two segments are made from this log: one has the version of b2 that the other one replaces.
            Snapshot begun = Snapshot.open(seen);
            writer.update("b2", text(23, WORDS));
            writer.commit();
            writer.seal();
            writer.delete("a2");
            writer.delete("b0");
            writer.update("a1", text(21, WORDS));
            writer.update("b1", text(22, WORDS));
            writer.commit();
            writer.add("c", text(30, WORDS));
            writer.commit();
            Files.copy(kept, seen.resolve("live").resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            Path next = Files.copy(
                    log(index), seen.resolve("live").resolve(log(index).getFileName()));
            try (begun;
                    Snapshot sealing = begun.refresh()) {
                requireSame(writer, sealing);
                damage(next);
                copy(index, seen, next.getFileName());
                assertThrows(CorruptIndexException.class, () -> Snapshot.open(seen));
                try (Snapshot sealed = sealing.refresh()) {
                    assertEquals(2, sealed.stats().segments());
                    requireSame(writer, sealed);
                }
            }
        }
    }

    private static void copy(Path from, Path to, Path... except) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to.resolve(from.relativize(file)));
                } else if (!List.of(except).contains(file.getFileName())) {
                    Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
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

    /** The newest log. */
    private static Path log(Path index) throws IOException {
        try (Stream<Path> files = Files.list(index.resolve("live"))) {
            return files.filter(f -> f.toString().endsWith(".wal"))
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    /** Overwrites a part of the first commit of a log, which only a reader that starts at the beginning sees. */
    private static void damage(Path log) throws IOException {
        try (FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
            assertTrue(file.size() > 200, "the log has " + file.size() + " bytes");
            file.write(ByteBuffer.wrap(new byte[] {-1, -1, -1, -1}), 100);
        }
    }
}
