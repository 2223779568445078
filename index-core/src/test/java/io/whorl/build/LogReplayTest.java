package io.whorl.build;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.log.CommitBuffer;
import io.whorl.log.LogReader.LogPlace;
import io.whorl.log.LogWriter;
import io.whorl.log.LoggedDocument;
import io.whorl.scheme.Scheme;
import io.whorl.store.Manifest;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that another one continues must end with the commit before the first one of the other. */
class LogReplayTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path directory;

    private static void log(Path directory, long number, long after, boolean ended) throws IOException {
        try (LogWriter log = LogWriter.create(directory, number, SCHEME, after)) {
            CommitBuffer commit = new CommitBuffer(SCHEME.hashing().bits(), SCHEME.frequencies());
            commit.add(new LoggedDocument(
                    ("id-" + after).getBytes(), 3, new byte[0], new long[] {7, after + 100}, new int[0], 2));
            log.append(commit, after + 1);
            if (ended) {
                log.end(after + 1);
            }
        }
    }

    private static LogPlace replay(Path directory, long reached) throws IOException {
        try (LogReplay replay = new LogReplay(SCHEME, StoredKinds.NONE, id -> {}, 16 << 20, 1, directory)) {
            return replay.readAll(directory, new Manifest(1, SCHEME, StoredKinds.NONE, List.of(), 0, 1, reached));
        }
    }

    @Test
    void logsThatFollowEachOtherAreRead() throws IOException {
        log(directory, 1, 0, true);
        log(directory, 2, 1, true);
        log(directory, 3, 2, false);
        assertEquals(3, replay(directory, 3).sequence());
        CorruptIndexException e = assertThrows(CorruptIndexException.class, () -> replay(directory, 4));
        assertTrue(e.getMessage().contains("it ends with commit 3, but MANIFEST was written after commit 4"));
    }

    @Test
    void aLogThatDoesNotContinueTheOneBeforeIsRefused() throws IOException {
        for (long after : new long[] {0, 2}) {
            Path logs = Files.createDirectory(directory.resolve("after-" + after));
            log(logs, 1, 0, true);
            log(logs, 2, after, false);
            assertMessage(CorruptIndexException.class, "it continues after commit " + after, () -> replay(logs, 0));
        }
    }
}
