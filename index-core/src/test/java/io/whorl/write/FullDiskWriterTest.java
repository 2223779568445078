package io.whorl.write;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static io.whorl.write.WriterFixture.DIRECT;
import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.WriterException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.crash.IndexState;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.IndexRebuild;
import io.whorl.rebuild.RebuildOptions;
import io.whorl.scheme.Scheme;
import io.whorl.write.WriterFixture.Patience;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The disk fills up at any operation of a writer. Callers get an error if they need to know. No acknowledged commit is
 * lost. When there is space again, the writer continues, or fails and the next one continues.
 */
class FullDiskWriterTest {
    private static final int COMMITS = 31;
    private static final int LARGE = 40;
    private static final Script SCRIPT = new Script(9);
    private static final Map<String, byte[]> QUERIES = SCRIPT.queries(COMMITS - 2, COMMITS + 1);
    private static IndexState last;

    @TempDir
    static Path directory;

    private static int disks;
    private boolean struck;

    @BeforeAll
    static void state() throws IOException {
        last = Script.built(SCRIPT.after(COMMITS), QUERIES, directory);
    }

    @ParameterizedTest
    @MethodSource("io.whorl.crash.CrashFileSystem$Fault#fullDisks")
    void aFullDiskLosesNoAcknowledgedCommit(Fault kind) throws IOException {
        int step = LongForm.of(661, 1);
        long nth = 1;
        while (run(kind.numbered(nth))) {
            nth += step;
        }
        assertTrue(nth > 60, "only " + nth + " operations could fail");
    }

    /**
     * A commit that exceeds the memory is spooled while documents are added. Callers that add or commit learn that they
     * must add the documents again.
     */
    @Test
    void aFullDiskWhileSpoolingIsReported() throws IOException {
        CrashFileSystem system = CrashFileSystem.over(Files.createDirectory(directory.resolve("disk-" + disks++)));
        Path index = system.root().resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, Script.SCHEME, Script.TIGHT)) {
            writer.add("small", large(0, 10));
            assertEquals(1, writer.commit());
            system.fail(Fault.at(2, Operation.WRITE).andAllAfter());
            List<String> reported = new ArrayList<>();
            for (int d = 0; d < LARGE; d++) {
                try {
                    writer.add("large-" + d, large(d, 50_000));
                } catch (IOException e) {
                    reported.add(e.getMessage());
                }
            }
            assertTrue(
                    reported.get(0).equals("No space left on device") && reported.size() < LARGE, reported::toString);
            assertTrue(reported.stream().skip(1).allMatch(m -> m.contains("cannot be kept")), reported::toString);
            system.heal();
            assertMessage(IOException.class, "added again", writer::commit);
            assertEquals(1, writer.commit());
            assertEquals(1, Snapshot.open(index).documents());
            for (int d = 0; d < LARGE; d++) {
                writer.add("large-" + d, large(d, 50_000));
            }
            assertEquals(2, writer.commit());
        }
        assertEquals(1 + LARGE, Snapshot.open(index).documents());
    }

    /** A seal in the background failed while the disk was full. When it is needed, there is space again. */
    @Test
    void aSealThatFailedEarlierIsTriedAgainBeforeACommitFails() throws Exception {
        CrashFileSystem system = CrashFileSystem.over(Files.createDirectory(directory.resolve("disk-" + disks++)));
        Path index = system.root().resolve("index");
        WriterOptions options = Script.TIGHT.liveMap(WriterOptions.LiveMap.NONE);
        try (IndexWriter writer = IndexWriter.create(index, Script.SCHEME, options)) {
            for (int commit = 0; commit < 6; commit++) {
                if (commit == 2) {
                    // The live tier is full. After the next log, no file can be created.
                    system.fail(Fault.at(2, Operation.CREATE).andAllAfter());
                }
                for (int d = 0; d < 50; d++) {
                    writer.add("document-" + commit + "-" + d, large(d, 4));
                }
                assertEquals(commit + 1, writer.commit());
                if (commit == 2) {
                    // The record that the old log is closed, and the segment.
                    Patience.until(() -> system.failures() > 1);
                    system.heal();
                }
            }
            try (Snapshot snapshot = writer.snapshot()) {
                assertEquals(300, snapshot.documents());
            }
        }
    }

    private static byte[] large(int document, int words) {
        return RandomCorpus.utf8(RandomCorpus.words("x", document * 50_000, document * 50_000 + words));
    }

    /** Runs an index with one fault. Returns whether the fault occurred. */
    private boolean run(Fault fault) throws IOException {
        Path root = Files.createDirectory(directory.resolve("disk-" + disks++));
        CrashFileSystem system = CrashFileSystem.over(root);
        Path index = system.root().resolve("index");
        IndexWriter.create(index, Script.SCHEME, Script.TIGHT).close();
        struck = false;
        system.fail(fault);
        try {
            long done = 0;
            while (done < COMMITS) {
                done = live(system, index, done);
            }
            boolean failed = struck || system.failures() > 0;
            system.heal();
            try (IndexWriter writer = IndexWriter.open(index, Script.TIGHT)) {
                assertEquals(COMMITS, writer.commit());
            }
            assertEquals(last, IndexState.read(root.resolve("index"), QUERIES));
            assertEquals(List.of(), LostWriteTest.unnamed(root.resolve("index")));
            return failed;
        } catch (IOException | RuntimeException | AssertionError e) {
            throw new AssertionError(fault + ": " + e, e);
        }
    }

    /**
     * Works from one opening to the next. Returns the number of the last commit that returned or turned out to be
     * there.
     */
    private long live(CrashFileSystem system, Path index, long before) throws IOException {
        long done = before;
        IndexWriter writer;
        try {
            writer = IndexWriter.open(index, Script.TIGHT);
        } catch (IOException e) {
            full(e, system, "opening");
            return done;
        }
        try {
            long found = writer.commit();
            assertTrue(found == done || found == done + 1, () -> "commit " + found + " after " + before);
            done = found;
            while (done < COMMITS && (done == before || done % 10 != 0)) {
                commit(system, writer, done + 1);
                done++;
                if (done % 7 == 0) {
                    maintain(system, writer);
                }
            }
        } catch (WriterException e) {
            full(e, system, "the log");
        }
        try {
            writer.close();
        } catch (IOException | WriterException e) {
            full(e, system, "closing");
        }
        return done;
    }

    /** When there is space again, a failed commit succeeds after repeating no more than its message says. */
    private void commit(CrashFileSystem system, IndexWriter writer, long number) throws IOException {
        boolean given = false;
        while (true) {
            try {
                if (!given) {
                    SCRIPT.give(writer, number);
                    given = true;
                }
                assertEquals(number, writer.commit());
                return;
            } catch (IOException e) {
                full(e, system, given ? "commit" : "add");
                given &= !e.getMessage().contains("must be added again");
            }
        }
    }

    private void maintain(CrashFileSystem system, IndexWriter writer) {
        try {
            writer.forceMerge();
        } catch (IOException e) {
            full(e, system, "merge");
        }
    }

    /** Only the injected fault may occur; then there is space again. */
    private void full(Exception e, CrashFileSystem system, String where) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (!"No space left on device".equals(cause.getMessage())) {
            throw new AssertionError(where + ": " + e, e);
        }
        struck = true;
        system.heal();
    }

    // Directories that a process may not write to or read. A disk denies access, because the superuser is never denied.

    private static final Scheme DEFAULT_SCHEME = Scheme.builder().build();

    /** What needs the permission to write to a directory; a file that is open can still be written to. */
    private static final Fault READ_ONLY = Fault.denying(Operation.CREATE, Operation.RENAME, Operation.DELETE);

    @TempDir
    Path denied;

    private CrashFileSystem denying;

    private Path held;

    @BeforeEach
    void make() throws IOException {
        denying = CrashFileSystem.over(denied);
        held = denying.root().resolve("held");
    }

    private static void assertDenied(Executable call) {
        RefusedException e = assertReason(RefusedException.Reason.NO_PERMISSION, call);
        assertTrue(e.getMessage().contains("; give the user '" + System.getProperty("user.name")), e.getMessage());
        Throwable cause = e.getCause();
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        assertInstanceOf(AccessDeniedException.class, cause);
    }

    @Test
    void aReadOnlyDirectoryCannotBeOpenedForWriting() throws IOException {
        denying.fail(READ_ONLY);
        assertDenied(() -> IndexWriter.create(held, DEFAULT_SCHEME, SMALL));
        assertDenied(() -> IndexWriter.openOrCreate(held, DEFAULT_SCHEME, SMALL));
        assertDenied(() -> IndexBuilder.create(held, DEFAULT_SCHEME, BuildOptions.DEFAULT));
        denying.heal();
        IndexWriter.create(held, DEFAULT_SCHEME, SMALL).close();
        Files.delete(held.resolve("LOCK"));
        denying.fail(READ_ONLY);
        assertDenied(() -> IndexWriter.open(held, SMALL));
        assertDenied(() -> IndexWriter.openOrCreate(held, DEFAULT_SCHEME, SMALL));
        assertEquals(0, Snapshot.open(held).documents());
        denying.heal();
        IndexWriter.open(held, SMALL).close();
    }

    @Test
    void aWriterThatLosesThePermissionKeepsItsChanges() throws Exception {
        try (IndexWriter writer = IndexWriter.create(held, DEFAULT_SCHEME, SMALL)) {
            writer.add("a", text(1, 50));
            writer.commit();
            denying.fail(READ_ONLY);
            writer.add("b", text(2, 50));
            assertEquals(2, writer.commit());
            assertDenied(writer::seal);
            assertDenied(writer::forceMerge);
            // More than the live tier has room for, so that a new log is needed.
            for (int i = 0; i < 10; i++) {
                writer.add("c" + i, text(10 + i, 45));
            }
            assertEquals(3, writer.commit());
            for (int i = 0; i < 11; i++) {
                writer.add("d" + i, text(30 + i, 45));
            }
            assertEquals(12, writer.snapshot().documents());
            writer.commit();
            for (int i = 0; i < 10; i++) {
                writer.add("e" + i, text(50 + i, 45));
            }
            assertDenied(writer::commit);
            assertDenied(() -> Patience.get(writer.commitAsync()));
            denying.heal();
            assertEquals(5, writer.commit());
            writer.forceMerge();
            assertEquals(33, writer.snapshot().documents());
        }
        assertEquals(33, Snapshot.open(held).documents());
        assertEquals(List.of(), IndexCheck.check(held).problems());
    }

    @Test
    void aDirectCommitThatIsDeniedSaysThatItsDocumentsAreLost() throws IOException {
        try (IndexWriter writer = IndexWriter.create(held, DEFAULT_SCHEME, DIRECT)) {
            writer.add("a", text(1, 50));
            denying.fail(READ_ONLY);
            assertReason(RefusedException.Reason.NO_PERMISSION, "they must be added again", writer::commit);
            denying.heal();
            assertEquals(0, writer.commit());
        }
    }

    @Test
    void aBuildThatLosesThePermissionLeavesNothing() throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(held, DEFAULT_SCHEME, BuildOptions.DEFAULT)) {
            builder.add("a", text(1, 50));
            denying.fail(READ_ONLY);
            assertDenied(builder::finish);
            denying.heal();
        }
        try (IndexBuilder builder = IndexBuilder.create(held, DEFAULT_SCHEME, BuildOptions.DEFAULT)) {
            builder.add("a", text(1, 50));
            assertEquals(1, builder.finish().documents());
        }
    }

    @Test
    void aRebuildThatLosesThePermissionIsResumedWithIt() throws IOException {
        RebuildOptions options = RebuildOptions.DEFAULT.scheme(DEFAULT_SCHEME);
        try (IndexRebuild rebuild = IndexRebuild.begin(held, options)) {
            rebuild.add("a", text(1, 50));
            denying.fail(READ_ONLY);
            assertDenied(rebuild::checkpoint);
            denying.heal();
        }
        try (IndexRebuild rebuild = IndexRebuild.resume(held, options)) {
            rebuild.add("a", text(1, 50));
            denying.fail(READ_ONLY);
            assertDenied(rebuild::finish);
            denying.heal();
        }
        try (IndexRebuild rebuild = IndexRebuild.resume(held, options)) {
            rebuild.add("a", text(1, 50));
            rebuild.finish();
        }
        assertEquals(1, Snapshot.open(held).documents());
    }

    @Test
    void anIndexThatMayNotBeReadIsRefused() throws IOException {
        Path real = denied.resolve("real");
        IndexWriter.create(real, DEFAULT_SCHEME, SMALL).close();
        assumeFalse(
                Files.getFileStore(denied).supportsFileAttributeView("posix")
                        && "root".equals(System.getProperty("user.name")),
                "the superuser may read everything");
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("---------"));
        try {
            assumeFalse(Files.isReadable(real), "this user may read everything");
            assertDenied(() -> Snapshot.open(real));
            assertDenied(() -> IndexWriter.open(real, SMALL));
        } finally {
            Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rwx------"));
        }
    }
}
