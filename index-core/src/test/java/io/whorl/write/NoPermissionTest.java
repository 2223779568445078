package io.whorl.write;

import static io.whorl.testing.Thrown.assertReason;
import static io.whorl.write.WriterFixture.DIRECT;
import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.whorl.RefusedException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
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
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Directories that a process may not write to or read. A disk denies access, because the superuser is never denied. */
class NoPermissionTest {
    private static final Scheme SCHEME = Scheme.builder().build();
    /** What needs the permission to write to a directory; a file that is open can still be written to. */
    private static final Fault READ_ONLY = Fault.denying(Operation.CREATE, Operation.RENAME, Operation.DELETE);

    @TempDir
    Path folder;

    private CrashFileSystem system;
    private Path index;

    @BeforeEach
    void make() throws IOException {
        system = CrashFileSystem.over(folder);
        index = system.root().resolve("index");
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
        system.fail(READ_ONLY);
        assertDenied(() -> IndexWriter.create(index, SCHEME, SMALL));
        assertDenied(() -> IndexWriter.openOrCreate(index, SCHEME, SMALL));
        assertDenied(() -> IndexBuilder.create(index, SCHEME, BuildOptions.DEFAULT));
        system.heal();
        IndexWriter.create(index, SCHEME, SMALL).close();
        Files.delete(index.resolve("LOCK"));
        system.fail(READ_ONLY);
        assertDenied(() -> IndexWriter.open(index, SMALL));
        assertDenied(() -> IndexWriter.openOrCreate(index, SCHEME, SMALL));
        assertEquals(0, Snapshot.open(index).documents());
        system.heal();
        IndexWriter.open(index, SMALL).close();
    }

    @Test
    void aWriterThatLosesThePermissionKeepsItsChanges() throws Exception {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, SMALL)) {
            writer.add("a", text(1, 50));
            writer.commit();
            system.fail(READ_ONLY);
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
            system.heal();
            assertEquals(5, writer.commit());
            writer.forceMerge();
            assertEquals(33, writer.snapshot().documents());
        }
        assertEquals(33, Snapshot.open(index).documents());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    @Test
    void aDirectCommitThatIsDeniedSaysThatItsDocumentsAreLost() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, DIRECT)) {
            writer.add("a", text(1, 50));
            system.fail(READ_ONLY);
            RefusedException e = assertReason(RefusedException.Reason.NO_PERMISSION, writer::commit);
            assertTrue(e.getMessage().contains("they must be added again"), e.getMessage());
            system.heal();
            assertEquals(0, writer.commit());
        }
    }

    @Test
    void aBuildThatLosesThePermissionLeavesNothing() throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(index, SCHEME, BuildOptions.DEFAULT)) {
            builder.add("a", text(1, 50));
            system.fail(READ_ONLY);
            assertDenied(builder::finish);
            system.heal();
        }
        try (IndexBuilder builder = IndexBuilder.create(index, SCHEME, BuildOptions.DEFAULT)) {
            builder.add("a", text(1, 50));
            assertEquals(1, builder.finish().documents());
        }
    }

    @Test
    void aRebuildThatLosesThePermissionIsResumedWithIt() throws IOException {
        RebuildOptions options = RebuildOptions.DEFAULT.scheme(SCHEME);
        try (IndexRebuild rebuild = IndexRebuild.begin(index, options)) {
            rebuild.add("a", text(1, 50));
            system.fail(READ_ONLY);
            assertDenied(rebuild::checkpoint);
            system.heal();
        }
        try (IndexRebuild rebuild = IndexRebuild.resume(index, options)) {
            rebuild.add("a", text(1, 50));
            system.fail(READ_ONLY);
            assertDenied(rebuild::finish);
            system.heal();
        }
        try (IndexRebuild rebuild = IndexRebuild.resume(index, options)) {
            rebuild.add("a", text(1, 50));
            rebuild.finish();
        }
        assertEquals(1, Snapshot.open(index).documents());
    }

    @Test
    void anIndexThatMayNotBeReadIsRefused() throws IOException {
        Path real = folder.resolve("real");
        IndexWriter.create(real, SCHEME, SMALL).close();
        assumeFalse(
                Files.getFileStore(folder).supportsFileAttributeView("posix")
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
