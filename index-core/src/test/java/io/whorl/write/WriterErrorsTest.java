package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import io.whorl.ChildJvm;
import io.whorl.IndexExistsException;
import io.whorl.IndexLockedException;
import io.whorl.NotAnIndexException;
import io.whorl.OpenFiles;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.Fault;
import io.whorl.crash.Operation;
import io.whorl.live.LiveTier;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.collections.LongArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What a writer refuses, and its messages. */
class WriterErrorsTest {
    @TempDir
    Path folder;

    private Path index() {
        return folder.resolve("index");
    }

    private IndexWriter create() throws IOException {
        return IndexWriter.create(index(), Scheme.builder().build(), SMALL);
    }

    @Test
    void missingFlagsGiveOneClearError() throws Exception {
        create().close();
        try (ChildJvm child = ChildJvm.start(ChildIndexWriter.class, index().toString(), "REQUIRED")) {
            List<String> reported = child.output();
            assertEquals(1, reported.size(), reported::toString);
            assertTrue(
                    reported.get(0).startsWith("LiveTierUnavailableException")
                            && reported.get(0).contains(LiveTier.flags()),
                    reported::toString);
        }
        // The index was not changed, and is not locked.
        create(folder.resolve("other")).close();
        IndexWriter.open(index(), SMALL).close();
    }

    private static IndexWriter create(Path path) throws IOException {
        return IndexWriter.create(path, Scheme.builder().build(), SMALL);
    }

    @Test
    void onlyOneWriterAcrossAllProcesses() throws Exception {
        try (IndexWriter writer = create()) {
            String here = assertThrows(IndexLockedException.class, () -> IndexWriter.open(index(), SMALL))
                    .getMessage();
            assertTrue(here.contains("this process"), here);
            try (ChildJvm child = ChildJvm.start(ChildIndexWriter.class, index().toString(), "NONE")) {
                String there = child.awaitLine("IndexLockedException");
                assertTrue(there.contains("process " + ProcessHandle.current().pid()), there);
            }
            writer.add("a", text(1, 30));
            writer.commit();
        }
        try (ChildJvm child = ChildJvm.start(ChildIndexWriter.class, index().toString(), "NONE")) {
            child.awaitLine("open");
            String held = assertThrows(IndexLockedException.class, () -> IndexWriter.open(index(), SMALL))
                    .getMessage();
            assertTrue(held.contains("process " + child.pid()), held);
            assertEquals(1, Snapshot.open(index()).documents());
            child.kill();
        }
        // A dead process holds no lock.
        try (IndexWriter writer = IndexWriter.open(index(), SMALL)) {
            assertEquals(1, writer.snapshot().documents());
        }
    }

    /** An application server may load the library once for each application. */
    @Test
    void onlyOneWriterAcrossClassLoaders() throws Exception {
        List<URL> classes = new ArrayList<>();
        for (Class<?> each : List.of(IndexDirectory.class, JsonFactory.class, LongArrayList.class)) {
            classes.add(each.getProtectionDomain().getCodeSource().getLocation());
        }
        try (IndexWriter writer = create();
                URLClassLoader other =
                        new URLClassLoader(classes.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            Method open = other.loadClass(IndexDirectory.class.getName()).getMethod("open", Path.class);
            Throwable refused = assertThrows(InvocationTargetException.class, () -> open.invoke(null, index()))
                    .getCause();
            assertEquals(
                    IndexLockedException.class.getName(), refused.getClass().getName());
            // The attempt must not release the lock.
            try (ChildJvm child = ChildJvm.start(ChildIndexWriter.class, index().toString(), "NONE")) {
                child.awaitLine("IndexLockedException");
            }
            writer.add("a", text(1, 30));
            writer.commit();
        }
    }

    /** The file may name a holder that was killed, until the next one writes its name. */
    @Test
    void aRefusalNamesNoProcessThatIsGone() throws Exception {
        create().close();
        Path lock = index().resolve("LOCK");
        assertEquals("", Files.readString(lock));
        try (ChildJvm child = ChildJvm.start(ChildIndexWriter.class, index().toString(), "NONE")) {
            child.awaitLine("open");
            for (String left : List.of(
                    "process 999999999999, which is rebuilding the index",
                    "process " + ProcessHandle.current().pid(),
                    "")) {
                Files.writeString(lock, left);
                String held = assertThrows(IndexLockedException.class, () -> IndexWriter.open(index(), SMALL))
                        .getMessage();
                assertTrue(held.contains("is held by another writer in another process;"), held);
            }
        }
    }

    @Test
    void anIndexThatAppearsMeanwhileIsNotReplaced() throws IOException {
        CrashFileSystem system = CrashFileSystem.over(Files.createDirectory(folder.resolve("disk")));
        Path index = system.root().resolve("index");
        AtomicBoolean first = new AtomicBoolean(true);
        system.onCreateDirectory(directory -> {
            if (first.getAndSet(false)) {
                try (IndexWriter writer = create(index)) {
                    writer.add("a", text(1, 30));
                    writer.commit();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        assertThrows(IndexExistsException.class, () -> create(index));
        assertEquals(1, Snapshot.open(index).documents());
    }

    @Test
    void aFailureWhileOpeningLeavesNoFileOpen() throws IOException {
        assumeTrue(OpenFiles.areListed());
        Path disk = Files.createDirectory(folder.resolve("disk")).toRealPath();
        CrashFileSystem system = CrashFileSystem.over(disk);
        Path index = system.root().resolve("index");
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), BuildOptions.DEFAULT)) {
            builder.add("a", text(1, 30));
            builder.finish();
        }
        // The new MANIFEST names the first log.
        system.fail(Fault.at(1, Operation.RENAME));
        assertThrows(IOException.class, () -> IndexWriter.open(index, SMALL));
        assertEquals(1, system.failures());
        List<String> open = new ArrayList<>(OpenFiles.below(disk));
        open.removeIf(file -> !file.endsWith(".wal"));
        assertEquals(List.of(), open);
        system.heal();
        IndexWriter.open(index, SMALL).close();
    }

    @Test
    void anErrorWhileOpeningLeavesNoLock() throws IOException {
        create().close();
        OutOfMemoryError error = new OutOfMemoryError("made by a test");
        assertSame(
                error,
                assertThrows(
                        OutOfMemoryError.class,
                        () -> DefaultIndexWriter.open(index(), SMALL, merger -> {
                            throw error;
                        })));
        IndexWriter.open(index(), SMALL).close();
    }

    @Test
    void everyCallFailsAfterClose() throws IOException {
        IndexWriter writer = create();
        writer.add("a", text(1, 30));
        writer.commit();
        Snapshot held = writer.snapshot();
        writer.add("dropped", text(2, 30));
        writer.close();
        writer.close();
        List<Executable> calls = List.of(
                () -> writer.add("b", text(1, 5)),
                () -> writer.update("b", text(1, 5)),
                () -> writer.addAll(List.of(new NewDocument("b", text(1, 5)))),
                () -> writer.delete("a"),
                writer::commit,
                writer::snapshot,
                writer::seal,
                writer::forceMerge);
        for (Executable call : calls) {
            assertTrue(
                    assertThrows(IllegalStateException.class, call).getMessage().contains("writer is closed"));
        }
        assertEquals(1, held.documents());
        assertEquals(List.of("a"), WriterFixture.ids(held, text(1, 30)));
        Snapshot later = held.refresh();
        assertEquals(1, later.documents());
        held.close();
        assertThrows(IllegalStateException.class, held::refresh);
        assertEquals(List.of("a"), WriterFixture.ids(later, text(1, 30)));
    }

    @Test
    void nullArgumentsAreNamed() throws IOException {
        try (IndexWriter writer = create()) {
            assertEquals(
                    "id",
                    assertThrows(NullPointerException.class, () -> writer.add(null, text(1, 5)))
                            .getMessage());
            assertEquals(
                    "utf8",
                    assertThrows(NullPointerException.class, () -> writer.add("a", (byte[]) null))
                            .getMessage());
            assertEquals(
                    "id",
                    assertThrows(NullPointerException.class, () -> writer.delete(null))
                            .getMessage());
            assertEquals(0, writer.commit());
        }
    }

    @Test
    void aDirectoryThatIsNoIndexIsNotChanged() throws IOException {
        Path stranger = Files.createDirectory(folder.resolve("stranger"));
        Files.writeString(stranger.resolve("file"), "mine");
        assertThrows(NotAnIndexException.class, () -> IndexWriter.open(stranger, SMALL));
        assertThrows(IndexExistsException.class, () -> create(stranger));
        assertFalse(Files.exists(stranger.resolve("LOCK")));
    }

    /** A call interrupted by close() throws IllegalStateException, whatever it was doing. */
    @Test
    void closeEndsConcurrentCalls() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        ExecutorService closer = Executors.newSingleThreadExecutor();
        try {
            for (int round = 0; round < 5; round++) {
                Path path = folder.resolve("index" + round);
                IndexWriter writer = create(path);
                CountDownLatch busy = new CountDownLatch(4);
                List<Future<Long>> ends = new ArrayList<>();
                for (Executable call :
                        List.<Executable>of(writer::commit, writer::seal, writer::forceMerge, () -> writer.snapshot()
                                .refresh()
                                .close())) {
                    ends.add(pool.submit(() -> until(writer, call, busy)));
                }
                assertTrue(busy.await(2, TimeUnit.MINUTES), "some call has not ended");
                Patience.get(closer.submit(() -> {
                    writer.close();
                    return null;
                }));
                long committed = 0;
                for (Future<Long> end : ends) {
                    committed = Math.max(committed, Patience.get(end));
                }
                // The last commit may not have been reported.
                long found = Snapshot.open(path).documents();
                assertTrue(found >= committed, found + " documents, " + committed + " committed");
                IndexWriter.open(path, SMALL).close();
            }
        } finally {
            pool.shutdownNow();
            closer.shutdownNow();
        }
    }

    private static long until(IndexWriter writer, Executable call, CountDownLatch busy) throws Exception {
        long committed = 0;
        try {
            for (int i = 0; ; i++) {
                writer.add(Thread.currentThread().getName() + i, text(i, 30));
                call.execute();
                try (Snapshot snapshot = writer.snapshot()) {
                    committed = snapshot.documents();
                }
                // Reading without a pause would add faster than the others commit.
                Thread.sleep(1);
                if (i == 1) {
                    busy.countDown();
                }
            }
        } catch (IllegalStateException closed) {
            assertTrue(
                    closed.getMessage().contains("writer")
                            && closed.getMessage().contains("closed"),
                    closed::getMessage);
            return committed;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
