package io.whorl.write;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.bulk.TestFiles;
import io.whorl.query.IndexCheck;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.Checksum;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a repair recovers from an index of two segments, deleted documents and a log, when one file is damaged. */
class RepairTest {
    private static final String COMMON = "in every document there are these words ";
    private static final WriterOptions QUIET = WriterOptions.DEFAULT
            .liveMap(LiveMap.NONE)
            .memory(16 << 20)
            .mergeFactor(64)
            .storeText(true)
            .storeFingerprints(true);

    @TempDir
    Path directory;

    private Path index;

    @BeforeEach
    void write() throws IOException {
        index = directory.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), QUIET)) {
            add(writer, "a", "b", "c", "d");
            writer.seal();
            add(writer, "e", "f");
            writer.delete("a");
            writer.commit();
            writer.seal();
            add(writer, "g");
            add(writer, "h");
            writer.delete("b");
            writer.commit();
            add(writer, "e", "i");
        }
        assertEquals(Set.of("c", "d", "e", "f", "g", "h", "i"), ids());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    private static void add(IndexWriter writer, String... ids) throws IOException {
        for (String id : ids) {
            writer.add(id, text(id));
        }
        writer.commit();
    }

    private static byte[] text(String id) {
        return (COMMON + id.repeat(3)).getBytes(StandardCharsets.UTF_8);
    }

    private Set<String> ids() throws IOException {
        Set<String> ids = new TreeSet<>();
        Snapshot.open(index)
                .query(COMMON.getBytes(StandardCharsets.UTF_8), QueryOptions.DEFAULT.top(100))
                .matches()
                .forEach(match -> assertTrue(ids.add(match.id()), match.id() + " twice"));
        return ids;
    }

    private Path file(String pattern) throws IOException {
        return TestFiles.files(index, pattern).get(0);
    }

    private void flip(Path file, long place) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) place] ^= 1;
        Files.write(file, bytes);
        assertFalse(IndexCheck.check(index).problems().isEmpty());
    }

    private IndexCheck.RepairReport repair() throws IOException {
        IndexCheck.RepairReport report = IndexCheck.repair(index);
        assertEquals(List.of(), IndexCheck.check(index).problems());
        return report;
    }

    private void writes(String... expected) throws IOException {
        assertEquals(Set.of(expected), ids());
        for (String id : expected) {
            assertArrayEquals(text(id), Snapshot.open(index).text(id).orElseThrow());
        }
        try (IndexWriter writer = IndexWriter.open(index, QUIET)) {
            add(writer, "new");
            writer.forceMerge();
        }
        assertEquals(expected.length + 1, ids().size());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    @Test
    void whatIsNoIndexIsNotRepaired() throws IOException {
        for (Path wrong : List.of(file("segment-000002.whs"), index.resolve("missing"))) {
            assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> IndexCheck.repair(wrong));
        }
    }

    @Test
    void aDamagedSegmentIsSetAside() throws IOException {
        Path segment = file("segment-000002.whs");
        flip(segment, Files.size(segment) - 1);
        IndexCheck.RepairReport report = repair();
        assertFalse(report.lost().isEmpty());
        assertTrue(Files.exists(index.resolve("segment-000002.whs.damaged")));
        writes("c", "d", "e", "g", "h", "i");
        assertTrue(Files.exists(index.resolve("segment-000002.whs.damaged")));
    }

    @Test
    void deletedDocumentsReturnIfTheirListIsLost() throws IOException {
        Path deaths = file("segment-000001-\\d+.del");
        flip(deaths, Files.size(deaths) - 1);
        IndexCheck.RepairReport report = repair();
        assertTrue(report.lost().stream().anyMatch(lost -> lost.contains("may be present again")), report.toString());
        writes("a", "c", "d", "e", "f", "g", "h", "i");
    }

    @Test
    void otherCommitsOfADamagedLogAreKept() throws IOException {
        Path log = file("log-\\d+.wal");
        flip(log, 64 + 28 + 1);
        IndexCheck.RepairReport report = repair();
        assertEquals(1, report.lost().size(), report.toString());
        writes("c", "d", "e", "f", "h", "i");
    }

    @Test
    void filesAreRecoveredWithoutAManifest() throws IOException {
        Files.delete(index.resolve("MANIFEST"));
        repair();
        writes("c", "d", "e", "f", "g", "h", "i");
    }

    /** The checksum is right, so a program wrote it. The number after this one would be negative. */
    @Test
    void filesAreRecoveredIfTheNumberOfCommitsWouldOverflow() throws IOException {
        Path manifest = index.resolve("MANIFEST");
        String json =
                Files.readAllLines(manifest).get(0).replaceAll("\"sequence\":\\d+", "\"sequence\":" + Long.MAX_VALUE);
        int checksum = Checksum.of(json.getBytes(StandardCharsets.UTF_8));
        Files.writeString(manifest, String.format("%s\n%08x\n", json, checksum));
        assertThrows(CorruptIndexException.class, () -> Snapshot.open(index));
        repair();
        writes("c", "d", "e", "f", "g", "h", "i");
    }

    /** A MANIFEST without segments says that all documents are in the log, or deleted. */
    @Test
    void anUnpublishedSegmentIsNotAdopted() throws IOException {
        Path segment = file("segment-000001.whs");
        Path fresh = directory.resolve("fresh");
        try (IndexWriter writer = IndexWriter.create(fresh, Scheme.builder().build(), QUIET)) {
            add(writer, "g");
        }
        Files.copy(segment, fresh.resolve("segment-000009.whs"));
        index = fresh;
        IndexCheck.RepairReport report = repair();
        assertEquals(List.of(), report.lost());
        writes("g");
    }

    @Test
    void theLogIsRecoveredWithoutSegments() throws IOException {
        for (String name : List.of("segment-000001.whs", "segment-000002.whs")) {
            Path segment = file(name);
            flip(segment, Files.size(segment) - 1);
        }
        repair();
        writes("g", "h", "e", "i");
    }

    @Test
    void segmentsAreRecoveredWithoutALog() throws IOException {
        Files.delete(file("log-\\d+.wal"));
        assertFalse(IndexCheck.check(index).problems().isEmpty());
        IndexCheck.RepairReport report = repair();
        assertTrue(report.lost().get(0).contains("missing"), report.toString());
        writes("b", "c", "d", "e", "f");
    }

    @Test
    void aLogThatIsOnlyAHeaderIsRecovered() throws IOException {
        flip(file("log-\\d+.wal"), 20);
        repair();
        writes("b", "c", "d", "e", "f");
    }
}
