package io.whorl.write;

import static io.whorl.testing.Thrown.assertReason;
import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.change;
import static io.whorl.write.WriterFixture.ids;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import io.whorl.CorruptIndexException;
import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.WhorlException;
import io.whorl.agrona.collections.LongArrayList;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RefusedDocument;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.live.LiveTier;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.HeldFiles;
import io.whorl.write.WriterFixture.HeldMerger;
import io.whorl.write.WriterFixture.Patience;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What a writer refuses, its messages, and that it stays usable. */
class WriterErrorsTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path folder;

    private static final Scheme HOLDING =
            Scheme.builder().selection("rarest-in-document", Map.of()).build();
    private static final WriterOptions OPTIONS =
            WriterOptions.DEFAULT.liveMap(LiveMap.NONE).memory(16 << 20).threads(2);

    /** Half of the memory holds 349,525 chunks of 24 bytes. */
    private static final byte[] TOO_LARGE = RandomCorpus.utf8("word ".repeat(400_000));

    private static final byte[] FIVE_WORDS = RandomCorpus.utf8("one two three four five");
    private static final WriterOptions QUIET = SMALL.liveMap(LiveMap.NONE);
    private static final String ID = "an-id-that-stands-nowhere-else";

    private Path index() {
        return folder.resolve("index");
    }

    private IndexWriter create() throws IOException {
        return IndexWriter.create(index(), SCHEME, SMALL);
    }

    private static IndexWriter create(Path path) throws IOException {
        return IndexWriter.create(path, SCHEME, SMALL);
    }

    @Test
    void onlyOneWriterAcrossAllProcesses() throws Exception {
        try (IndexWriter writer = create()) {
            Path alias = Files.createSymbolicLink(folder.resolve("alias"), index());
            for (Path same : List.of(index(), alias, index().resolve("..").resolve("index"))) {
                assertReason(RefusedException.Reason.LOCKED, "this process", () -> IndexWriter.open(same, SMALL));
                assertReason(
                        RefusedException.Reason.LOCKED,
                        () -> IndexBuilder.create(same, SCHEME, BuildOptions.DEFAULT.replace(true)));
            }
            // POSIX releases the locks of a process when it closes any channel to the file; no refused one opened it.
            try (ChildJvm child = ChildJvm.start(ChildIndexWriter.class, index().toString(), "NONE")) {
                String there = child.awaitLine("RefusedException");
                assertTrue(there.contains("process " + ProcessHandle.current().pid()), there);
            }
            change(writer, 30, "a=1 ;");
        }
        try (ChildJvm child = ChildJvm.start(ChildIndexWriter.class, index().toString(), "NONE")) {
            child.awaitLine("open");
            assertReason(
                    RefusedException.Reason.LOCKED, "process " + child.pid(), () -> IndexWriter.open(index(), SMALL));
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
            assertEquals(RefusedException.class.getName(), refused.getClass().getName());
            // The attempt must not release the lock.
            try (ChildJvm child = ChildJvm.start(ChildIndexWriter.class, index().toString(), "NONE")) {
                child.awaitLine("RefusedException");
            }
            change(writer, 30, "a=1 ;");
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
                assertReason(
                        RefusedException.Reason.LOCKED,
                        "is held by another writer in another process;",
                        () -> IndexWriter.open(index(), SMALL));
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
                assertDoesNotThrow(() -> {
                    try (IndexWriter writer = create(index)) {
                        change(writer, 30, "a=1 ;");
                    }
                });
            }
        });
        assertReason(RefusedException.Reason.EXISTS, () -> create(index));
        assertEquals(1, Snapshot.open(index).documents());
    }

    @Test
    void aFailureWhileOpeningLeavesNoFileOpen() throws IOException {
        Path disk = Files.createDirectory(folder.resolve("disk")).toRealPath();
        CrashFileSystem system = CrashFileSystem.over(disk);
        Path index = system.root().resolve("index");
        RandomCorpus.index(index, SCHEME, Map.of("a", text(1, 30)), BuildOptions.DEFAULT);
        // The new MANIFEST names the first log.
        system.fail(Fault.at(1, Operation.RENAME));
        assertThrows(IOException.class, () -> IndexWriter.open(index, SMALL));
        assertEquals(1, system.failures());
        assertTrue(HeldFiles.open(disk).stream().noneMatch(file -> file.endsWith(".wal")));
        system.heal();
        IndexWriter.open(index, SMALL).close();
    }

    @Test
    void anErrorWhileOpeningLeavesNoLock() throws IOException {
        create().close();
        OutOfMemoryError error = new OutOfMemoryError("made by a test");
        WriterOptions failing = SMALL.merger(merger -> {
            throw error;
        });
        assertSame(error, assertThrows(OutOfMemoryError.class, () -> IndexWriter.open(index(), failing)));
        IndexWriter.open(index(), SMALL).close();
    }

    @Test
    void everyCallFailsAfterClose() throws IOException {
        IndexWriter writer = create();
        writer.close();
        writer.close();
        List<Executable> calls = List.of(
                () -> writer.add("b", text(1, 5)),
                () -> writer.update(new NewDocument("b", text(1, 5))),
                () -> writer.addAll(List.of(new NewDocument("b", text(1, 5)))),
                () -> writer.delete("a"),
                writer::commit,
                writer::snapshot,
                writer::seal,
                writer::forceMerge,
                () -> writer.adopt(folder, AdoptOptions.DEFAULT));
        for (Executable call : calls) {
            assertTrue(
                    assertThrows(IllegalStateException.class, call).getMessage().contains("writer is closed"));
        }
    }

    @Test
    void aDirectoryThatIsNoIndexIsNotChanged() throws IOException {
        Path stranger = Files.createDirectory(folder.resolve("stranger"));
        Files.writeString(stranger.resolve("file"), "mine");
        for (Path none : List.of(stranger, folder.resolve("none"))) {
            assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> IndexWriter.open(none, SMALL));
        }
        assertReason(RefusedException.Reason.EXISTS, () -> create(stranger));
        assertReason(RefusedException.Reason.EXISTS, () -> IndexWriter.openOrCreate(stranger, SCHEME, SMALL));
        assertFalse(Files.exists(stranger.resolve("LOCK")));
    }

    // A document that exceeds the memory of a writer is refused without affecting others.

    @Test
    void aDocumentThatIsTooLargeIsRefusedAlone() throws IOException {
        List<NewDocument> documents = new ArrayList<>();
        IntStream.range(0, 50).forEach(i -> documents.add(new NewDocument("small " + i, FIVE_WORDS)));
        documents.add(20, new NewDocument("large", TOO_LARGE));
        List<RefusedDocument> refused = new ArrayList<>();
        try (IndexWriter writer = IndexWriter.create(index(), HOLDING, OPTIONS)) {
            LimitExceededException e = assertThrows(LimitExceededException.class, () -> writer.add("large", TOO_LARGE));
            assertEquals(8 << 20, e.most() * 24, 24);
            assertEquals(1, writer.health().refusedDocuments());
            assertEquals(50, writer.addAll(documents, refused::add, id -> {}));
            writer.commit();
            assertEquals(
                    List.of(50L, 50L),
                    List.of(writer.health().documents(), writer.health().liveDocuments()));
            assertTrue(writer.snapshot().document("large").isEmpty());
        }
        assertEquals(List.of("large"), refused.stream().map(RefusedDocument::id).toList());
        assertTrue(refused.get(0).reason().getMessage().contains("rarest-in-document"));
    }

    /** If a selection keeps nothing, a document of one repeated word is small, whatever its length. */
    @Test
    void repetitionsNeedNoMemory() throws IOException {
        Scheme scheme = Scheme.builder().frequencies(true).build();
        try (IndexWriter writer = IndexWriter.create(index(), scheme, OPTIONS)) {
            writer.add("long", RandomCorpus.utf8("word ".repeat(2_000_000)));
            writer.commit();
            try (Snapshot snapshot = writer.snapshot()) {
                assertEquals(1, snapshot.document("long").orElseThrow().minutiae());
            }
        }
    }

    // If damage prevents looking up an id in a segment, a commit fails before anything is written, and names the
    // segment.

    private void damageIds() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, QUIET)) {
            change(writer, 60, ID + "=1 ; |");
        }
        Path file = index().resolve(
                        IndexFiles.readManifest(index()).segments().get(0).name());
        byte[] bytes = Files.readAllBytes(file);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(ID);
        // Two numbers precede an id: the length of the prefix shared with the previous id, and the length of the rest.
        assertEquals(ID.length(), bytes[at - 1]);
        bytes[at - 2] = 0x7F;
        Files.write(file, bytes);
    }

    @Test
    void aFailedLookUpLeavesTheWriterUsable() throws IOException {
        damageIds();
        try (IndexWriter writer = IndexWriter.open(index(), QUIET)) {
            writer.add("b", text(2, 60));
            for (int attempt = 0; attempt < 2; attempt++) {
                CorruptIndexException reported = assertThrows(CorruptIndexException.class, writer::commit);
                assertTrue(reported.file().getFileName().toString().endsWith(".whs"), reported::getMessage);
            }
            try (Snapshot snapshot = writer.snapshot()) {
                assertEquals(1, snapshot.documents());
            }
        }
        // The log contains nothing of the commit: its replay would need the damaged ids.
        try (IndexWriter again = IndexWriter.open(index(), QUIET);
                Snapshot snapshot = again.snapshot()) {
            assertEquals(1, snapshot.documents());
        }
    }

    @Test
    void directCommitsBeginAtHalfOfTheLivePostingsByDefault() {
        assertEquals(500, WriterOptions.DEFAULT.livePostings(1_000).directPostings());
    }

    // An interrupt closes the file channel that its thread is using, so no thread of a caller may use a channel of
    // the writer.

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    @Test
    void anInterruptedThreadCompletesEveryCallAndStaysInterrupted() throws IOException {
        IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL);
        Thread.currentThread().interrupt();
        writer.add("a", text(1, 30));
        assertEquals(1, writer.commit());
        writer.addAll(List.of(new NewDocument("b", text(2, 30)), new NewDocument("c", text(3, 30))));
        assertTrue(writer.update(new NewDocument("a", text(4, 30))));
        assertTrue(writer.delete("b"));
        assertEquals(2, writer.commit());
        writer.seal();
        // A direct commit that exceeds the memory.
        for (int i = 0; i < 900; i++) {
            writer.add("d" + i, text(100 + i, 1_500));
        }
        assertEquals(3, writer.commit());
        writer.forceMerge();
        assertEquals(List.of("a"), ids(writer.snapshot(), text(4, 30)));
        assertEquals(List.of("d7"), ids(writer.snapshot(), text(107, 1_500)));
        writer.close();
        assertTrue(Thread.interrupted());
        assertEquals(902, Snapshot.open(index()).documents());
        assertEquals(List.of(), IndexCheck.check(index()).problems());
    }

    @Test
    void anInterruptedOpenReleasesTheLock() throws IOException {
        IndexWriter.create(index(), SCHEME, SMALL).close();
        Thread.currentThread().interrupt();
        assertThrows(ClosedByInterruptException.class, () -> IndexWriter.open(index(), SMALL));
        assertTrue(Thread.interrupted());
        IndexWriter.open(index(), SMALL).close();
    }

    /**
     * Opens an index for writing in a process of its own, prints the result, and holds it until its input ends.
     * Arguments: the index, which is created if there is none, and the {@code LiveMap} option.
     */
    private static final class ChildIndexWriter {
        private ChildIndexWriter() {}

        public static void main(String[] args) throws IOException {
            List<Level> logged = new ArrayList<>();
            LOG.setLevel(Level.ALL);
            LOG.setFilter(entry -> {
                logged.add(entry.getLevel());
                return false;
            });
            WriterOptions options = SMALL.liveMap(LiveMap.valueOf(args[1]));
            try {
                IndexWriter.openOrCreate(Path.of(args[0]), SCHEME, options).close();
                try (IndexWriter writer = IndexWriter.open(Path.of(args[0]), options)) {
                    System.out.println("open, logged " + logged);
                    System.in.read();
                }
            } catch (WhorlException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
    }

    // The events of a writer.

    @Test
    void commitsSealsMergesAndRefreshesAreRecorded() throws Exception {
        List<RecordedEvent> events = recorded(this::write);
        List<RecordedEvent> commits = of(events, "Commit");
        assertEquals(3, commits.size());
        RecordedEvent logged = commits.get(0);
        assertEquals(List.of(1L, 2L, 54L, false), values(logged, "sequence", "operations", "postings", "direct"));
        assertTrue(logged.getLong("bytes") > 54 * 5 && logged.getLong("bytes") < 1_000);
        RecordedEvent direct = commits.get(2);
        assertEquals(List.of(3L, 1L, 897L, true), values(direct, "sequence", "operations", "postings", "direct"));
        // The seal seals the log, and so does the direct commit, where nothing remains of a deletion.
        List<RecordedEvent> seals = of(events, "Seal");
        assertEquals(
                List.of(2L, 0L), seals.stream().map(e -> e.getLong("documents")).toList());
        assertEquals(54, seals.get(0).getLong("postings"));
        assertTrue(seals.get(0).getLong("bytes") > 0
                && seals.get(0).getLong("log") < seals.get(1).getLong("log"));
        RecordedEvent merge = of(events, "Merge").get(0);
        assertEquals(
                List.of(2, 2L, 1L, 924L, ""), values(merge, "segments", "documents", "dropped", "postings", "failure"));
        assertTrue(merge.getLong("bytes") > 0);
        assertEquals(
                List.of(2L),
                of(events, "Refresh").stream().map(e -> e.getLong("documents")).toList());
        events.forEach(e -> assertTrue(!e.getDuration().isNegative() && e.getStackTrace() == null, e::toString));
    }

    private static List<Object> values(RecordedEvent event, String... fields) {
        return Stream.of(fields).map(event::<Object>getValue).toList();
    }

    /** The events of the library during an action. */
    private List<RecordedEvent> recorded(Patience.Call action) throws Exception {
        Path file = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            for (Class<?> event : WriterEvents.class.getDeclaredClasses()) {
                if (!Modifier.isAbstract(event.getModifiers())) {
                    recording.enable(event.asSubclass(Event.class)).withoutThreshold();
                }
            }
            recording.start();
            action.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file);
    }

    @Test
    void failedMergesAndStallsAreRecorded() throws Exception {
        IndexWriter.create(index(), SCHEME, SMALL).close();
        HeldMerger held = new HeldMerger();
        WriterOptions options = WriterFixture.DIRECT.mergeReserve(1L << 50);
        try (IndexWriter writer = IndexWriter.open(index(), options.merger(held))) {
            List<RecordedEvent> events = recorded(() -> {
                Future<Void> commits = Patience.begin(() -> {
                    for (int i = 0; i < 8; i++) {
                        writer.add("d" + i, text(i, 30));
                        writer.commit();
                    }
                });
                Patience.until(() -> writer.health().waiting());
                held.release();
                Patience.get(commits);
            });
            assertTrue(of(events, "Merge").get(0).getString("failure").contains("DiskSpaceException"));
            assertTrue(of(events, "Stall").get(0).getInt("segments") > 2);
        }
    }

    @Test
    void thePageOfEventsNamesAllOfThemAndTheirFields() throws IOException {
        List<String> page = Files.readAllLines(Path.of("../docs/observability.md"));
        for (Class<?> event : WriterEvents.class.getDeclaredClasses()) {
            if (Modifier.isAbstract(event.getModifiers())) {
                continue;
            }
            String name = event.getAnnotation(Name.class).value();
            String row = page.stream()
                    .filter(line -> line.startsWith("| `" + name + "` |"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(name));
            for (Class<?> type = event; type != Event.class; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    assertTrue(
                            field.getAnnotation(Label.class) == null || row.contains("`" + field.getName() + "`"),
                            name + ": " + field.getName());
                }
            }
        }
    }

    private void write() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL.mergeFactor(64))) {
            Snapshot empty = writer.snapshot();
            change(writer, 30, "a=1 b=2 ;");
            assertEquals(2, empty.refresh().documents());
            change(writer, 900, "| -a ; ; c=3 ; *");
            WriterHealth health = writer.health();
            String counts =
                    "commits=3, seals=2, merges=1, stalls=0, refusedDocuments=0, refusedCommits=0, documents=2, "
                            + "liveDocuments=0, bytes=" + health.bytes() + ", segments=1, ";
            assertTrue(health.toString().contains(counts) && !health.waiting(), health::toString);
            long all = writer.snapshot().stats().bytes();
            assertTrue(health.bytes() > all / 2 && health.bytes() < all, health::toString);
        }
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String name) {
        // A recording groups the events of each thread.
        return events.stream()
                .filter(e -> e.getEventType().getName().equals("io.whorl." + name))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .toList();
    }

    // Writers with and without a live map. {@link io.whorl.deploy.DeploymentTest} tests where the map works.

    /** Held, because a logger that nobody holds loses its settings. */
    private static final Logger LOG = Logger.getLogger("io.whorl.write");

    /** In this process, which has the JVM flags. */
    @Test
    void theChoiceAndItsReasonAreRecorded() throws Exception {
        List<RecordedEvent> events = recorded(() -> {
            for (LiveMap map : List.of(LiveMap.AUTO, LiveMap.NONE, LiveMap.REQUIRED)) {
                IndexWriter.openOrCreate(index(), SCHEME, SMALL.liveMap(map)).close();
            }
        });
        assertEquals(
                List.of(
                        "AUTO true a trial map works",
                        "NONE false the options say so",
                        "REQUIRED true a trial map works"),
                of(events, "LiveMap").stream()
                        .map(e -> e.getString("option") + " " + e.getBoolean("map") + " " + e.getString("reason"))
                        .toList());
    }

    /** A required map that is missing leaves neither an index, a directory nor a lock. */
    @Test
    void aRequiredMapThatIsMissingLeavesNoFiles() throws Exception {
        assertTrue(child("REQUIRED").contains(LiveTier.flags()));
        assertFalse(Files.exists(index()));
        assertEquals("open, logged [FINE]", child("AUTO"));
        assertTrue(child("REQUIRED").startsWith("WriterException"));
        IndexWriter.open(index(), SMALL).close();
    }

    private String child(String option) throws Exception {
        try (ChildJvm child = ChildJvm.start(ChildIndexWriter.class, index().toString(), option)) {
            String line = child.awaitLine("");
            child.kill();
            return line;
        }
    }
}
