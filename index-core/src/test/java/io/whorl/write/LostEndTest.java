package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.log.CommitBuffer;
import io.whorl.log.LogReader;
import io.whorl.log.LogReader.LogTail;
import io.whorl.log.LogSink;
import io.whorl.log.LogWriter;
import io.whorl.log.LoggedDocument;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A log that lost its last frame, which says that another log continues it: its commits must not be taken for the last
 * ones.
 */
class LostEndTest {
    @TempDir
    Path folder;

    private Path index() {
        return folder.resolve("index");
    }

    /** Creates an index with a log of 40 commits, and one more log. */
    private void write(boolean commits) throws IOException {
        Scheme scheme;
        try (IndexWriter writer = IndexWriter.create(
                index(), Scheme.builder().build(), SMALL.livePostings(100_000).liveDocuments(1_000))) {
            scheme = writer.scheme();
            for (int i = 0; i < 40; i++) {
                writer.add("d" + i, text(i, 60));
                writer.commit();
            }
        }
        Path live = IndexFiles.live(index());
        LogTail tail = LogReader.read(live, 1, scheme, LogSink.NONE);
        try (LogWriter next = LogWriter.create(live, 2, scheme, tail.sequence())) {
            CommitBuffer buffer = new CommitBuffer(scheme.hashing().bits(), false);
            buffer.add(new LoggedDocument(new byte[] {'x'}, 0, new byte[0], new long[0], new int[0], 0));
            if (commits) {
                next.append(buffer, tail.sequence() + 1);
            }
        }
    }

    @Test
    void aLostEndIsDamageIfTheNextLogHasCommits() throws IOException {
        write(true);
        // One live tier has room for the log, and one does not, so the log would be sealed.
        for (WriterOptions options : List.of(SMALL.livePostings(100_000).liveDocuments(1_000), SMALL)) {
            assertThrows(CorruptIndexException.class, () -> IndexWriter.open(index(), options));
        }
        assertThrows(CorruptIndexException.class, () -> Snapshot.open(index()));
        assertEquals(1, IndexCheck.check(index()).problems().size());
    }

    @Test
    void aLostEndIsNoDamageIfTheNextLogIsEmpty() throws IOException {
        write(false);
        assertEquals(List.of(), IndexCheck.check(index()).problems());
        assertEquals(40, Snapshot.open(index()).documents());
        try (IndexWriter writer =
                IndexWriter.open(index(), SMALL.livePostings(3_000).liveDocuments(1_000))) {
            for (int i = 0; i < 40; i++) {
                // Fills the tier, so that a new log is started.
                assertTrue(writer.update("d" + i, text(100 + i, 60)));
                assertEquals(41 + i, writer.commit());
            }
            assertEquals(40, writer.snapshot().documents());
        }
    }
}
