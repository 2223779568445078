package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.log.LoggedDocument;
import io.whorl.scheme.Scheme;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uncommitted changes when the disk fails. */
class PendingChangesTest {
    private static final Scheme SCHEME =
            Fingerprinter.of(Scheme.builder().build()).scheme();

    @TempDir
    Path folder;

    private final WorkerThread spools = new WorkerThread("spools");

    @AfterEach
    void end() {
        spools.shutdown();
    }

    /** An id that takes half of the bytes of the smallest tier. */
    private static String id(String id) {
        return id + "z".repeat(16_000);
    }

    /** Adds a document without words. */
    private static void add(PendingChanges to, String name) throws IOException {
        String id = id(name);
        byte[] idBytes = RandomCorpus.utf8(id);
        to.add(
                id,
                new DocumentPreparer.PreparedDocument(
                        new LoggedDocument(idBytes, 0, new byte[0], new long[0], new int[0], 0), new byte[0], true));
    }

    private PendingChanges pending(Path scratch) {
        return new PendingChanges(SCHEME, StoredKinds.NONE, SMALL, scratch, spools);
    }

    @Test
    void failedChangesComeBeforeLaterOnes() throws IOException {
        PendingChanges earlier = pending(folder);
        add(earlier, "a");
        add(earlier, "b");
        earlier.delete(id("c"), RandomCorpus.utf8(id("c")));
        PendingChanges later = pending(folder);
        later.delete(id("a"), RandomCorpus.utf8(id("a")));
        add(later, "c");
        later.putBack(earlier);
        assertEquals(
                List.of(false, true, true),
                List.of(
                        later.contains(id("a")).get(),
                        later.contains(id("b")).get(),
                        later.contains(id("c")).get()));
        assertTrue(later.assembler().isEmpty());
        assertEquals(3, later.added);
        assertEquals(3, later.ids());
        // Together they exceed an empty tier.
        later.settle();
        assertTrue(later.assembler().isPresent());
        later.close();
    }

    @Test
    void changesThatCannotBecomeADirectSegmentAreKept() throws IOException {
        Path scratch = folder.resolve("missing");
        PendingChanges pending = pending(scratch);
        add(pending, "a");
        add(pending, "b");
        assertThrows(NoSuchFileException.class, () -> add(pending, "c"));
        assertTrue(pending.assembler().isEmpty());
        Set<String> ids = new HashSet<>();
        pending.forEachId(ids::add);
        assertEquals(Set.of(id("a"), id("b")), ids);
        Files.createDirectory(scratch);
        add(pending, "c");
        pending.settle();
        assertEquals(3, pending.assembler().orElseThrow().documents());
        pending.close();
    }

    @Test
    void noChangesAreAcceptedAfterAScratchFileFailed() throws IOException {
        PendingChanges pending = pending(folder);
        add(pending, "a");
        add(pending, "b");
        add(pending, "c");
        assertTrue(pending.assembler().isPresent());
        pending.assembler().get().close();
        assertThrows(RuntimeException.class, pending::settle);
        String reported =
                assertThrows(IOException.class, () -> add(pending, "d")).getMessage();
        assertTrue(reported.startsWith("the changes since the last commit cannot be kept"), reported);
        assertThrows(IOException.class, pending::settle);
    }
}
