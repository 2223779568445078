package io.whorl.rebuild;

import static io.whorl.rebuild.Rebuilding.OPTIONS;
import static io.whorl.rebuild.Rebuilding.SCHEME;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RefusedException;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.Rebuilding.Doc;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dates in an index that is rebuilt. */
class DatedRebuildTest {
    private static final RebuildOptions CREATING = OPTIONS.scheme(SCHEME);
    private static final List<Doc> DUMP = Rebuilding.dump(3, 20);

    @TempDir
    Path directory;

    /** The date of a document, by its place in the dump. */
    private static Optional<Instant> date(int i) {
        return i % 3 == 0 ? Optional.empty() : Optional.of(Instant.ofEpochSecond(i * 1_000_003L));
    }

    private static void add(IndexRebuild rebuild, int from, int to, long shift) throws IOException {
        for (int i = from; i < to; i++) {
            Optional<Instant> date = date(i).map(d -> d.plusSeconds(shift));
            rebuild.add(DUMP.get(i).id(), DUMP.get(i).text(), date);
        }
    }

    @Test
    void resumedRebuildHasTheDatesOfOneThatWasNotInterrupted() throws IOException {
        Path whole = directory.resolve("whole");
        try (IndexRebuild rebuild = IndexRebuild.begin(whole, CREATING)) {
            add(rebuild, 0, DUMP.size(), 0);
            rebuild.finish();
        }
        Path stopped = directory.resolve("stopped");
        try (IndexRebuild rebuild = IndexRebuild.begin(stopped, CREATING)) {
            add(rebuild, 0, 14, 0);
            rebuild.checkpoint();
        }
        try (IndexRebuild rebuild = IndexRebuild.resume(stopped, CREATING)) {
            assertTrue(rebuild.resumed() > 0);
            add(rebuild, 0, DUMP.size(), 0);
            rebuild.finish();
        }
        assertArrayEquals(Rebuilding.segment(whole), Rebuilding.segment(stopped));
        try (Snapshot snapshot = Snapshot.open(stopped)) {
            assertEquals(
                    date(1), snapshot.document(DUMP.get(1).id()).orElseThrow().date());
        }
    }

    @Test
    void resumeRefusesOtherDates() throws IOException {
        Path index = directory.resolve("index");
        try (IndexRebuild rebuild = IndexRebuild.begin(index, CREATING)) {
            add(rebuild, 0, 14, 0);
            rebuild.checkpoint();
        }
        try (IndexRebuild rebuild = IndexRebuild.resume(index, CREATING)) {
            RefusedException e = assertThrows(RefusedException.class, () -> add(rebuild, 0, DUMP.size(), 1));
            assertTrue(e.getMessage().contains("differ from those read before"), e.getMessage());
        }
    }
}
