package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.whorl.WhorlException;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.DiskCounts;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.crash.IndexState;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.write.LiveDamageTest.ClosedIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes to the files of an index by others than its readers and writers. */
class ReaderWeatherTest {
    @TempDir
    Path directory;

    private Path index;
    private IndexState state;

    @BeforeEach
    void build() throws IOException {
        index = directory.resolve("index");
        state = ClosedIndex.make(index);
    }

    private static List<Matches> answers(Snapshot snapshot) {
        return ClosedIndex.QUERIES.values().stream()
                .map(text -> snapshot.query(text, QueryOptions.DEFAULT.top(1_000)))
                .toList();
    }

    /** Any change would fail, and none is attempted. */
    @Test
    void readingChangesNoFiles() throws IOException {
        CrashFileSystem system = CrashFileSystem.over(directory);
        system.fail(Fault.at(1, Operation.values()).andAllAfter());
        Path read = system.root().resolve("index");
        assertEquals(state, IndexState.read(read, ClosedIndex.QUERIES));
        Snapshot snapshot = Snapshot.open(read);
        assertEquals(state.documents(), snapshot.stats().documents());
        assertEquals(snapshot, snapshot.refresh());
        assertEquals(0, system.failures());
        assertEquals(0, system.counts().names() + system.counts().writes());
        DiskCounts before = system.counts();
        assertThrows(IOException.class, () -> IndexWriter.open(read, Script.TIGHT));
        assertEquals(before.writes(), system.counts().writes());
        system.heal();
        IndexWriter.open(read, Script.TIGHT).close();
    }

    @Test
    void aReadOnlyDirectoryCanBeRead() throws IOException {
        List<Path> directories = List.of(index, index.resolve("live"));
        for (Path d : directories) {
            Files.setPosixFilePermissions(d, PosixFilePermissions.fromString("r-xr-xr-x"));
        }
        try {
            assumeFalse(Files.isWritable(index), "this user may write anywhere");
            assertEquals(state, IndexState.read(index, ClosedIndex.QUERIES));
            assertThrows(IOException.class, () -> IndexWriter.open(index, Script.TIGHT));
            assertEquals(state, IndexState.read(index, ClosedIndex.QUERIES));
        } finally {
            for (Path d : directories) {
                Files.setPosixFilePermissions(d, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    @Test
    void anAbandonedLockFileIsIgnored() throws IOException {
        Files.writeString(index.resolve("LOCK"), "process 1");
        try (IndexWriter writer = IndexWriter.open(index, Script.TIGHT)) {
            assertEquals(ClosedIndex.COMMITS, writer.commit());
        }
    }

    /** An open snapshot stays usable; opening again names the missing file. */
    @ParameterizedTest
    @ValueSource(strings = {"MANIFEST", ".del", ".whs", ".wal", "CLOSED"})
    void aReaderSurvivesTheRemovalOfFiles(String ending) throws IOException {
        Snapshot snapshot = Snapshot.open(index);
        List<Matches> before = answers(snapshot);
        try (Stream<Path> tree = Files.walk(index)) {
            List<Path> gone = tree.filter(f -> f.getFileName().toString().endsWith(ending))
                    .toList();
            assertFalse(gone.isEmpty());
            for (Path file : gone) {
                Files.delete(file);
            }
        }
        assertEquals(before, answers(snapshot));
        try {
            assertEquals(before, answers(snapshot.refresh()));
        } catch (WhorlException typed) {
            assertFalse(ending.equals("CLOSED"), typed::toString);
        }
        assertEquals(before, answers(snapshot));
        if (ending.equals("CLOSED")) {
            assertEquals(state, IndexState.read(index, ClosedIndex.QUERIES));
        } else {
            assertThrows(WhorlException.class, () -> Snapshot.open(index));
            assertThrows(WhorlException.class, () -> IndexWriter.open(index, Script.TIGHT));
        }
    }

    /** Files with other times, or created in another order, are the same index. */
    @Test
    void fileTimesDoNotMatter() throws IOException {
        Random random = new Random(1);
        try (Stream<Path> tree = Files.walk(index)) {
            for (Path file : tree.toList()) {
                Files.setLastModifiedTime(file, FileTime.fromMillis(random.nextInt()));
            }
        }
        assertEquals(state, IndexState.read(index, ClosedIndex.QUERIES));
        try (IndexWriter writer = IndexWriter.open(index, Script.TIGHT)) {
            assertEquals(ClosedIndex.COMMITS, writer.commit());
        }
        assertTrue(Snapshot.open(index).documents() == state.documents());
    }
}
