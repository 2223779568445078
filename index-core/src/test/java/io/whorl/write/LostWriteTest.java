package io.whorl.write;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.bulk.TestFiles;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.CrashImage;
import io.whorl.crash.CrashFileSystem.CrashMode;
import io.whorl.crash.CrashScenario;
import io.whorl.crash.CrashScenario.CrashReport;
import io.whorl.crash.CrashScenario.History;
import io.whorl.crash.IndexState;
import io.whorl.live.CommitBuffer;
import io.whorl.live.LiveTier;
import io.whorl.live.Log;
import io.whorl.live.Log.LogPosition;
import io.whorl.live.Log.LogWriter;
import io.whorl.live.LogSink;
import io.whorl.live.LoggedDocument;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.LongForm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A power loss at any moment of a writer's life leaves the commits up to some commit, including all acknowledged ones.
 * A reader and the next writer find the same. The commits of a log that lost its end are not taken for the last ones.
 */
class LostWriteTest {
    private static final int SEEDS = LongForm.of(1, 20);
    private static final Script SCRIPT = new Script(3);
    private static final int COMMITS = LongForm.of(24, 31);
    private static final Map<String, byte[]> QUERIES = queries();

    /** The state after each commit, by number. */
    private static final List<IndexState> STATES = new ArrayList<>();

    /** Images read; in the short form a writer opens one in 24 of them. */
    private static int looked;

    @TempDir
    Path work;

    @BeforeAll
    static void states(@TempDir Path directory) throws Exception {
        for (int k = 0; k <= COMMITS; k++) {
            STATES.add(Script.built(SCRIPT.after(k), QUERIES, directory));
        }
        assertEquals(COMMITS + 1, Set.copyOf(STATES).size());
    }

    /** All documents; in the short form, all marks and one in three of the others. */
    private static Map<String, byte[]> queries() {
        Map<String, byte[]> queries = SCRIPT.queries(0, COMMITS);
        int[] number = new int[1];
        queries.keySet().removeIf(id -> !id.startsWith("mark") && number[0]++ % LongForm.of(3, 1) != 0);
        return queries;
    }

    /**
     * Returns what a reader finds. Verifies that the next writer finds the same, can continue, and leaves no other
     * files.
     */
    private static IndexState read(Path index) throws Exception {
        IndexState state = IndexState.read(index, QUERIES);
        if (state.equals(IndexState.NONE) || looked++ % LongForm.of(24, 1) != 0) {
            return state;
        }
        // On a file system that does not really force: the power is not lost again here, and forcing is slow.
        Path fast = CrashFileSystem.over(index).root();
        try (IndexWriter writer = IndexWriter.open(fast, Script.TIGHT)) {
            assertEquals(state.documents(), writer.snapshot().documents());
            long before = writer.commit();
            writer.add("one more", "one more document".getBytes());
            assertEquals(before + 1, writer.commit());
            writer.seal();
            writer.delete("one more");
            writer.commit();
        }
        assertEquals(state, IndexState.read(index, QUERIES));
        assertEquals(List.of(), LostWriteTest.unnamed(index));
        return state;
    }

    private CrashReport<IndexState> run(
            IndexState first, CrashScenario.Setup setup, CrashScenario.Actions<IndexState> actions) throws Exception {
        return new CrashScenario<>(work, i -> read(i.resolve("index")), SEEDS).run(setup, first, actions);
    }

    private static void commit(IndexWriter writer, History<IndexState> history, int first, int last) throws Exception {
        for (int k = first; k <= last; k++) {
            if (k % 4 == 0) {
                // Among them are so many that they are spilled to scratch files.
                SCRIPT.give(writer, k + 1);
                writer.rollback();
            }
            SCRIPT.give(writer, k);
            history.begins(STATES.get(k));
            assertEquals(k, writer.commit());
            history.acknowledged(STATES.get(k));
        }
    }

    /** All operations in turn: small commits, seals, merges, direct commits, closing, opening. */
    @Test
    void aPowerLossDuringAWritersLifeKeepsAcknowledgedCommits() throws Exception {
        CrashReport<IndexState> report = run(IndexState.NONE, root -> {}, (system, history) -> {
            Path index = system.root().resolve("index");
            history.begins(STATES.get(0));
            try (IndexWriter writer = IndexWriter.create(index, Script.SCHEME, Script.TIGHT)) {
                history.acknowledged(STATES.get(0));
                commit(writer, history, 1, 3);
                writer.seal();
                commit(writer, history, 4, 9);
                writer.forceMerge();
                commit(writer, history, 10, 18);
            }
            try (IndexWriter writer = IndexWriter.open(index, Script.TIGHT)) {
                commit(writer, history, 19, COMMITS - 1);
                writer.seal();
                commit(writer, history, COMMITS, COMMITS);
            }
        });
        assertTrue(report.states().size() > COMMITS && report.distinct() > 100, report::toString);
    }

    /** A writer was killed before it forced its last changes. Then the power is lost while the next writer recovers. */
    @Test
    void aPowerLossDuringARecoveryKeepsAcknowledgedCommits() throws Exception {
        List<KilledDisk> kills = new ArrayList<>();
        CrashFileSystem life = CrashFileSystem.over(Files.createDirectory(work.resolve("life")));
        life.onSync(point -> {
            KilledDisk killed = kill(life);
            if (!point.done() && !kills.contains(killed)) {
                kills.add(killed);
            }
        });
        try (IndexWriter writer = IndexWriter.create(life.root().resolve("index"), Script.SCHEME, Script.TIGHT)) {
            for (int k = 1; k <= 13; k++) {
                SCRIPT.give(writer, k);
                writer.commit();
                if (k % 5 == 0) {
                    writer.seal();
                }
            }
            writer.forceMerge();
        }
        assertTrue(kills.size() > 40, () -> kills.size() + " kills");
        for (int i = 0; i < kills.size(); i += LongForm.of(32, 1)) {
            goOn(kills.get(i), Files.createDirectory(work.resolve("kill-" + i)));
        }
    }

    private static synchronized KilledDisk kill(CrashFileSystem system) {
        try {
            return new KilledDisk(
                    system.image(CrashMode.NOTHING, new Random(0)), system.image(CrashMode.EVERYTHING, new Random(0)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void goOn(KilledDisk killed, Path directory) throws Exception {
        killed.forced().writeTo(directory.resolve("forced"));
        IndexState forced = IndexState.read(directory.resolve("forced/index"), QUERIES);
        killed.done().writeTo(directory.resolve("done"));
        IndexState done = IndexState.read(directory.resolve("done/index"), QUERIES);
        new CrashScenario<>(
                        Files.createDirectory(directory.resolve("next")),
                        i -> IndexState.read(i.resolve("index"), QUERIES),
                        2)
                .run(root -> killed.forced().writeTo(root), forced, (system, history) -> {
                    history.begins(done);
                    killed.redo(system.root());
                    if (done.equals(IndexState.NONE)) {
                        return;
                    }
                    try (IndexWriter writer = IndexWriter.open(system.root().resolve("index"), Script.TIGHT)) {
                        // From now on readers may rely on it.
                        history.acknowledged(done);
                        int next = (int) writer.commit() + 1;
                        commit(writer, history, next, next);
                    }
                });
    }

    /**
     * What a killed process leaves: all its changes are in the files, but some only in the memory of the system.
     *
     * @param forced what is on the disk
     * @param done what every process sees
     */
    private record KilledDisk(CrashImage forced, CrashImage done) {
        /** Files that are forced under another name and then renamed; other files only grow. */
        private static final Set<String> RENAMED = Set.of("MANIFEST");

        /** Repeats the changes that were not forced on a disk that contains the forced ones. */
        void redo(Path root) throws IOException {
            for (String directory : done.directories()) {
                Files.createDirectories(root.resolve(directory));
            }
            for (String name : done.files().keySet()) {
                ByteBuffer before = forced.files()
                        .getOrDefault(name, ByteBuffer.allocate(0))
                        .duplicate();
                ByteBuffer after = done.files().get(name).duplicate();
                Path file = root.resolve(name);
                if (!RENAMED.contains(file.getFileName().toString())) {
                    append(file, after, before.limit(), false);
                } else if (!before.equals(after)) {
                    Path next = file.resolveSibling(file.getFileName() + ".tmp");
                    append(next, after, 0, true);
                    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                }
            }
            for (String name : forced.files().keySet()) {
                if (!done.files().containsKey(name)) {
                    Files.deleteIfExists(root.resolve(name));
                }
            }
        }

        private static void append(Path file, ByteBuffer bytes, int from, boolean force) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                if (from < bytes.limit()) {
                    channel.write(bytes.duplicate().position(from), from);
                }
                if (force) {
                    channel.force(true);
                }
            }
        }
    }

    private Path index() {
        return work.resolve("index");
    }

    /**
     * Creates an index with a log of 40 commits, and one more log that begins so many commits later than it should.
     *
     * @param ended whether the first log is ended
     */
    private void write(boolean commits, boolean ended, int gap) throws IOException {
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
        if (ended) {
            try (LogWriter first =
                    LogWriter.resume(live, Log.readOne(live, LogPosition.start(1, 0), scheme, LogSink.NONE), scheme)) {
                first.end();
            }
        }
        try (LogWriter next = LogWriter.create(live, 2, scheme, 40 + gap)) {
            CommitBuffer buffer = new CommitBuffer(scheme.hashing().bits(), false);
            buffer.add(new LoggedDocument(new byte[] {'x'}, 0, new byte[0], new long[0], new int[0], 0));
            if (commits) {
                next.write(buffer);
                next.force();
            }
        }
    }

    /** The log was not ended, lacks commits before the next one, or has commits that the next one has too. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, -1})
    void aLogThatTheNextOneDoesNotContinueIsDamage(int gap) throws IOException {
        write(true, gap != 0, gap);
        String why = gap == 0 ? "its end is missing" : "it continues after commit " + (40 + gap);
        // One live tier has room for the log, and one does not, so the log would be sealed.
        for (WriterOptions options : List.of(SMALL.livePostings(100_000).liveDocuments(1_000), SMALL)) {
            assertMessage(CorruptIndexException.class, why, () -> IndexWriter.open(index(), options));
        }
        assertMessage(CorruptIndexException.class, why, () -> Snapshot.open(index()));
        assertEquals(1, IndexCheck.check(index()).problems().size());
    }

    /** Otherwise each opening would replay the first log anew. */
    @Test
    void theSegmentOfAnEndedLogIsPublishedWhenTheNextOneIsContinued() throws IOException {
        write(true, true, 0);
        IndexWriter.open(index(), SMALL).close();
        assertEquals(2, IndexFiles.readManifest(index()).log());
        assertEquals(1, IndexFiles.readManifest(index()).segments().size());
        assertEquals(41, Snapshot.open(index()).documents());
    }

    @Test
    void aLostEndIsNoDamageIfTheNextLogIsEmpty() throws IOException {
        write(false, false, 0);
        assertEquals(List.of(), IndexCheck.check(index()).problems());
        assertEquals(40, Snapshot.open(index()).documents());
        try (IndexWriter writer =
                IndexWriter.open(index(), SMALL.livePostings(3_000).liveDocuments(1_000))) {
            for (int i = 0; i < 40; i++) {
                // Fills the tier, so that a new log is started.
                assertTrue(writer.update(new NewDocument("d" + i, text(100 + i, 60))));
                assertEquals(41 + i, writer.commit());
            }
            assertEquals(40, writer.snapshot().documents());
        }
    }

    // A writer that is killed repeatedly at any moment loses no acknowledged commit, and leaves no partial commit.

    private static final int KILLS = LongForm.of(4, 200);

    private static final int LONGEST_MILLIS = LongForm.of(150, 1_500);

    private static final long SEED = 5;

    @TempDir
    Path killed;

    private final Script script = new Script(SEED);

    private Map<String, byte[]> documents = Map.of();

    /** The commit of these documents. */
    private long number;

    @Test
    void killsLoseNoAcknowledgedCommit() throws Exception {
        Path index = killed.resolve("index");
        Random random = new Random(SEED);
        long acknowledged = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            boolean starting = kill % 4 == 3;
            List<Long> printed = run(index, starting, random);
            if (!printed.isEmpty()) {
                // The next writer finds what the reader found.
                assertEquals(number, printed.get(0), "kill " + kill);
                acknowledged = printed.get(printed.size() - 1);
            }
            if (Files.exists(index.resolve("MANIFEST"))) {
                verify(index, acknowledged, "kill " + kill);
            }
        }
        assertTrue(number > KILLS, () -> number + " commits");
        try (IndexWriter writer = IndexWriter.open(index, Script.TIGHT)) {
            assertEquals(number, writer.commit());
        }
        assertEquals(List.of(), unnamed(index));
    }

    /** Starts a writer and kills it. Returns the number of the commit that it found, and those of its own commits. */
    private List<Long> run(Path index, boolean starting, Random random) throws Exception {
        List<String> flags = new ArrayList<>(List.of(LiveTier.flags().split(" ")));
        flags.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx256m"));
        List<String> lines = new ArrayList<>();
        try (ChildJvm child = ChildJvm.start(flags, KilledWriter.class, index.toString(), Long.toString(SEED))) {
            if (starting) {
                Thread.sleep(200 + random.nextInt(LongForm.of(200, 1_000)));
            } else {
                lines.add(child.awaitLine("open"));
                Thread.sleep(random.nextInt(LONGEST_MILLIS));
            }
            child.kill();
            lines.addAll(child.output());
            assertEquals(List.of(), child.failures());
        }
        assertTrue(lines.stream().allMatch(line -> line.matches("(open|commit) \\d+")), lines::toString);
        return lines.stream()
                .map(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                .toList();
    }

    /** The index contains the acknowledged commits, and possibly the one in progress. */
    private void verify(Path index, long acknowledged, String what) throws IOException {
        long next = acknowledged + 1;
        long found = Snapshot.open(index).document(Script.mark(next)).isPresent() ? next : acknowledged;
        documents = script.then(documents, number + 1, found);
        number = found;
        Map<String, byte[]> queries = script.queries(Math.max(0, found - 2), found + 2);
        IndexState expected = Script.built(documents, queries, killed);
        assertEquals(expected, IndexState.read(index, queries), what);
    }

    /** Files that MANIFEST does not name and that are not fixed files of an index. */
    static List<String> unnamed(Path index) throws IOException {
        String manifest = Files.readString(index.resolve("MANIFEST"));
        return Stream.concat(
                        TestFiles.names(index).stream(),
                        TestFiles.files(index, ".*").stream()
                                .map(file -> index.relativize(file).toString()))
                .filter(n -> !n.matches("LOCK|MANIFEST|live|live/log-.*") && !manifest.contains('"' + n + '"'))
                .distinct()
                .toList();
    }

    /**
     * A process to kill: {@code INDEX SEED}. Continues an index from its current commit by a {@link Script}, and prints
     * the number of the commit that it found, and of each commit that returned.
     */
    private static final class KilledWriter {
        private static final int SEAL = 17;
        private static final int MERGE = 29;
        private static final int REOPEN = 43;

        private KilledWriter() {}

        public static void main(String[] args) throws IOException {
            Path index = Path.of(args[0]);
            Script script = new Script(Long.parseLong(args[1]));
            while (true) {
                try (IndexWriter writer = Files.exists(index.resolve("MANIFEST"))
                        ? IndexWriter.open(index, Script.TIGHT)
                        : IndexWriter.create(index, Script.SCHEME, Script.TIGHT)) {
                    // A commit without changes returns the number of the last one.
                    long number = writer.commit();
                    System.out.println("open " + number);
                    do {
                        number++;
                        script.give(writer, number);
                        if (writer.commit() != number) {
                            throw new IllegalStateException("commit " + number + " has another number");
                        }
                        System.out.println("commit " + number);
                        if (number % SEAL == 0) {
                            writer.seal();
                        }
                        if (number % MERGE == 0) {
                            writer.forceMerge();
                        }
                    } while (number % REOPEN != 0);
                }
            }
        }
    }
}
