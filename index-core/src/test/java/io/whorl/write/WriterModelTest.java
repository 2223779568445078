package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.SharedPostings;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.TestFiles;
import io.whorl.cluster.FoundPairs;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Schemes;
import io.whorl.live.LiveTier.TierHeap;
import io.whorl.live.Log;
import io.whorl.measure.Measure;
import io.whorl.parts.LogSnapshots;
import io.whorl.query.IndexCheck;
import io.whorl.query.Matches;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.SlowSearch;
import io.whorl.query.SlowSearch.SlowIndex;
import io.whorl.query.SlowSearch.TestOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.store.IndexFiles;
import io.whorl.store.SegmentFile;
import io.whorl.testing.HeldFiles;
import io.whorl.testing.LongForm;
import io.whorl.testing.Repeated;
import io.whorl.write.WriterFixture.Patience;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.Transformer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs random sequences of all operations on an index and on a map: every held snapshot keeps its answers. The long
 * form runs much longer sequences.
 */
class WriterModelTest {
    private static final int MOST_STEPS = LongForm.of(16, 500);
    /** Bytes of the tiers of readers: none, of some documents, and of all. */
    private static final long[] HEAPS = {0, 300_000, 400_000, 600_000, 100_000_000};

    private static final List<Scheme> SCHEMES = List.of(
            Schemes.of(""),
            Schemes.of("granularity=2 frequencies=true bits=64"),
            Schemes.of("granularity=2 selection=min-s:s=30"),
            Schemes.of("granularity=2 selection=mod-by-size"),
            Schemes.of("granularity=1 selection=mod:m=5"));
    /**
     * The smallest live tier; only direct commits; a commit as large as the tier; a tier that never fills; no map;
     * texts and fingerprints.
     */
    private static final List<WriterOptions> OPTIONS = List.of(
            SMALL,
            SMALL.directPostings(1),
            SMALL.directPostings(1_000).mergeFactor(3),
            SMALL.livePostings(20_000).liveDocuments(1_000),
            SMALL.directPostings(700).liveMap(LiveMap.NONE),
            SMALL.storeText(true),
            SMALL.storeFingerprints(true),
            SMALL.directPostings(1).storeText(true).storeFingerprints(true),
            SMALL.directPostings(700).liveMap(LiveMap.NONE).storeFingerprints(true));

    private final List<ModelledIndex> begun = new ArrayList<>();

    /** One operation. Most need no numbers, or one. */
    private interface Step {
        void run(ModelledIndex index, int a, int b) throws IOException;
    }

    /** An action with random numbers. */
    private record Drawn(String name, Step step) implements Action.Independent<ModelledIndex> {
        @Override
        public Arbitrary<Transformer<ModelledIndex>> transformer() {
            Arbitrary<Integer> number = Arbitraries.integers().between(0, 30);
            return Combinators.combine(number, number)
                    .as((a, b) -> Transformer.mutate(name + " " + a + " " + b, index -> {
                        try {
                            step.run(index, a, b);
                            index.check();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }));
        }
    }

    @Provide
    Arbitrary<ActionChain<ModelledIndex>> chains() {
        return Combinators.combine(
                        Arbitraries.of(SCHEMES),
                        Arbitraries.longs(),
                        Arbitraries.of(OPTIONS),
                        Arbitraries.of(true, false))
                .as(Tuple::of)
                .flatMap(t -> ActionChain.startWith(() -> begin(t.get1(), t.get2(), t.get3(), t.get4()))
                        .withAction(8, new Drawn("add", ModelledIndex::add))
                        .withAction(3, new Drawn("addAll", ModelledIndex::addAll))
                        .withAction(4, new Drawn("update", ModelledIndex::update))
                        .withAction(5, new Drawn("delete", (index, a, b) -> index.delete(a)))
                        .withAction(9, new Drawn("commit", (index, a, b) -> index.commit()))
                        .withAction(2, new Drawn("rollback", (index, a, b) -> index.rollback()))
                        .withAction(2, new Drawn("seal", (index, a, b) -> index.writer.seal()))
                        .withAction(1, new Drawn("forceMerge", (index, a, b) -> index.writer.forceMerge()))
                        .withAction(2, new Drawn("reopen", (index, a, b) -> index.reopen(a)))
                        .withAction(3, new Drawn("hold", (index, a, b) -> index.hold(a % 2 == 0)))
                        .withAction(4, new Drawn("refresh", (index, a, b) -> index.refresh(a)))
                        .withAction(1, new Drawn("let go", (index, a, b) -> index.letGo(a, b % 2 == 0)))
                        .withMaxTransformations(MOST_STEPS));
    }

    private ModelledIndex begin(Scheme scheme, long seed, WriterOptions options, boolean families) {
        try {
            begun.add(new ModelledIndex(scheme, seed, options, families));
            return begun.get(begun.size() - 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterTry
    void end() throws IOException {
        for (ModelledIndex index : begun) {
            index.close();
        }
        begun.clear();
    }

    @Property(tries = 10)
    void everySnapshotAnswersLikeAMapOfItsCommit(@ForAll("chains") ActionChain<ModelledIndex> chain)
            throws IOException {
        chain.run().checkWhole();
    }

    /** An index and a map of documents that it must equal. Each step changes both and compares them. */
    private static final class ModelledIndex implements AutoCloseable {
        private static final int MOST_HELD = 6;

        /** A snapshot, and the commit that it must always show. */
        private record Held(Snapshot snapshot, ModelCommit commit) {}

        private final Path folder = Files.createTempDirectory("whorl-model");
        private final Path index = folder.resolve("index");
        private final Scheme scheme;
        private final boolean storesTexts;
        private final boolean storesFingerprints;
        /** The documents that share postings as they were built, until somebody replaces or deletes them. */
        private final Set<String> shared = new TreeSet<>();
        /** Of the snapshots of files. */
        private final TierHeap heap;

        private final List<byte[]> texts;
        private final List<String> ids;
        private final List<Held> held = new ArrayList<>();
        private final Map<String, byte[]> pending = new HashMap<>();
        private ModelCommit commit;
        private IndexWriter writer;
        private boolean changed;
        private long sequence;

        ModelledIndex(Scheme scheme, long seed, WriterOptions options, boolean families) throws IOException {
            this.scheme = scheme;
            heap = new TierHeap(HEAPS[Math.floorMod(seed, HEAPS.length)]);
            storesTexts = options.storeText();
            storesFingerprints = options.storeFingerprints();
            Map<String, byte[]> corpus = corpus(seed);
            texts = List.copyOf(corpus.values());
            ids = new ArrayList<>(corpus.keySet());
            ids.add("nobody's");
            if (families) {
                corpus.keySet().forEach(id -> pending.put(id, text(id.hashCode() & 3)));
                build(index, pending, Duplicates.ALIAS);
                shared.addAll(pending.keySet());
                sequence = 1;
            }
            commit = new ModelCommit();
            writer = families
                    ? IndexWriter.open(index, options.storeText(false).storeFingerprints(false))
                    : IndexWriter.create(index, scheme, options);
        }

        private String id(int number) {
            return ids.get(number % ids.size());
        }

        private byte[] text(int number) {
            return texts.get(number % texts.size());
        }

        private NewDocument document(int id, int text) {
            return new NewDocument(id(id), text(text), Script.date(text(text)));
        }

        void add(int id, int text) throws IOException {
            writer.add(document(id, text));
            put(id, text);
        }

        private boolean put(int id, int text) {
            changed = true;
            shared.remove(id(id));
            return pending.put(id(id), text(text)) != null;
        }

        void addAll(int count, int step) throws IOException {
            List<Integer> numbers = Repeated.list(count, i -> i * step % 31);
            assertEquals(
                    numbers.size(),
                    writer.addAll(numbers.stream().map(n -> document(n, n * 7)).toList()));
            numbers.forEach(n -> put(n, n * 7));
        }

        /** A document that is added with its fingerprint is the same as one that the writer fingerprints. */
        void update(int id, int text) throws IOException {
            NewDocument document = document(id, text);
            boolean replaced = text % 2 == 0
                    ? writer.update(document)
                    : writer.update(document, Fingerprinter.of(writer.scheme()).fingerprint(text(text)));
            assertEquals(replaced, put(id, text));
        }

        void delete(int id) throws IOException {
            changed = true;
            shared.remove(id(id));
            assertEquals(pending.remove(id(id)) != null, writer.delete(id(id)));
        }

        void commit() throws IOException {
            sequence += changed ? 1 : 0;
            assertEquals(sequence, writer.commit());
            commit = changed ? new ModelCommit() : commit;
            changed = false;
        }

        void rollback() throws IOException {
            writer.rollback();
            drop();
        }

        private void drop() {
            pending.clear();
            pending.putAll(commit.documents);
            shared.clear();
            commit.families.forEach(shared::addAll);
            changed = false;
        }

        void reopen(int which) throws IOException {
            writer.close();
            drop();
            // The index decides, not the options of a later writer.
            WriterOptions options = OPTIONS.get(which % OPTIONS.size());
            writer = IndexWriter.open(index, options.storeText(false).storeFingerprints(false));
        }

        void hold(boolean elsewhere) throws IOException {
            hold(elsewhere ? LogSnapshots.open(index, heap) : writer.snapshot());
        }

        private void hold(Snapshot snapshot) {
            held.add(new Held(snapshot, commit));
            if (held.size() > MOST_HELD) {
                letGo(0, true);
            }
        }

        void refresh(int which) throws IOException {
            if (!held.isEmpty()) {
                hold(held.get(which % held.size()).snapshot.refresh());
            }
        }

        void letGo(int which, boolean close) {
            if (!held.isEmpty()) {
                Snapshot gone = held.remove(which % held.size()).snapshot;
                // A refresh without changes returns the same snapshot.
                if (close && held.stream().noneMatch(h -> h.snapshot == gone)) {
                    gone.close();
                }
            }
        }

        /** After every step: each held snapshot answers as before. */
        void check() {
            Snapshot now = writer.snapshot();
            commit.checkShortly(now);
            now.close();
            held.forEach(h -> h.commit.checkShortly(h.snapshot));
        }

        /** At the end: checks everything. */
        void checkWhole() throws IOException {
            hold(false);
            hold(true);
            held.forEach(h -> h.commit.check(h.snapshot));
            assertEquals(List.of(), IndexCheck.check(index).problems());
            writer.forceMerge();
            List<SegmentFile> segments = IndexFiles.readManifest(index).segments();
            assertEquals(commit.documents.isEmpty() ? 0 : 1, segments.size());
            if (!segments.isEmpty()) {
                Path built = folder.resolve("bulk");
                build(built, commit.documents, Duplicates.IGNORE);
                Path whole = folder.resolve("whole.whs");
                SharedPostings.with(TestFiles.segment(built), commit.families, whole);
                assertArrayEquals(Files.readAllBytes(whole), TestFiles.bytes(index));
            }
            try (Snapshot merged = writer.snapshot()) {
                boolean dated = commit.documents.values().stream()
                        .anyMatch(text -> Script.date(text).isPresent());
                assertEquals(dated, merged.hasDates(), "dates of documents that are gone leave no section");
            }
            held.forEach(h -> h.commit.check(h.snapshot));
            writer.close();
            assertEquals(List.of(), IndexCheck.check(index).problems());
            commit.check(Snapshot.open(index));
            assertTrue(Log.numbers(IndexFiles.live(index)).size() <= 1);
        }

        private void build(Path to, Map<String, byte[]> all, Duplicates duplicates) throws IOException {
            BuildOptions options = BuildOptions.DEFAULT
                    .memory(16 << 20)
                    .threads(1)
                    .duplicates(duplicates)
                    .storeText(storesTexts)
                    .storeFingerprints(storesFingerprints);
            RandomCorpus.index(to, scheme, RandomCorpus.documents(all, id -> Script.date(all.get(id))), options);
        }

        @Override
        public void close() throws IOException {
            held.forEach(h -> h.snapshot.close());
            writer.close();
            TestFiles.delete(folder);
        }

        /** One commit as a map of documents: what every snapshot of it must answer. */
        private final class ModelCommit {
            private static final List<Selection> OTHERS =
                    List.of(Selection.of("full"), new Selection("first-r-sliding", Map.of("r", "40")));

            final Map<String, byte[]> documents;
            final List<List<String>> families;
            private final SlowSearch slow;

            ModelCommit() {
                documents = Map.copyOf(pending);
                slow = new SlowSearch(scheme, documents);
                Map<String, byte[]> sharing = new HashMap<>(documents);
                sharing.keySet().retainAll(shared);
                families = SharedPostings.families(Fingerprinter.of(scheme), sharing, new Random(), 100);
                families.forEach(slow.index::share);
            }

            /** Runs cheap checks. */
            void checkShortly(Snapshot snapshot) {
                assertEquals(documents.size(), snapshot.documents());
                assertEquals(
                        documents.keySet().stream().sorted(SlowIndex.BY_UTF8).toList(),
                        snapshot.ids().toList());
                assertEquals(documents.keySet(), snapshot.documents(ids).keySet());
                assertEquals(storesTexts, snapshot.storesTexts());
                assertEquals(storesFingerprints, snapshot.storesFingerprints());
                for (String id : ids) {
                    Optional<Fingerprint> f = Optional.ofNullable(slow.index.documents.get(id));
                    assertEquals(
                            f.map(g -> new Snapshot.IndexedDocument(
                                    id, g.words(), g.size(), Script.date(documents.get(id)))),
                            snapshot.document(id));
                    Optional<byte[]> text = Optional.ofNullable(documents.get(id));
                    if (storesTexts) {
                        assertEquals(
                                text.map(ByteBuffer::wrap), snapshot.text(id).map(ByteBuffer::wrap));
                    }
                }
            }

            /** Documents of the index find what their texts find. */
            private void checkLike(Snapshot snapshot) {
                QueryOptions options = TestOptions.query(Measure.RESEMBLANCE, 1_000, 0, QueryOptions.NO_LIMIT);
                documents.entrySet().stream()
                        .filter(d -> storesTexts || storesFingerprints)
                        .limit(5)
                        .forEach(d -> assertEquals(
                                snapshot.query(d.getValue(), options),
                                snapshot.like(d.getKey(), true, options),
                                d.getKey()));
            }

            /** Runs all checks with every measure. */
            void check(Snapshot snapshot) {
                checkShortly(snapshot);
                assertEquals(slow.figures(), SlowSearch.figures(snapshot));
                List<byte[]> texts = new ArrayList<>(List.of(text((int) sequence), new byte[0]));
                documents.values().stream().limit(2).forEach(texts::add);
                texts.forEach(text -> checkRankings(snapshot, text));
                checkLike(snapshot);
                for (Measure measure : SlowSearch.measures(scheme)) {
                    for (byte[] text : texts) {
                        checkQueries(snapshot, text, measure);
                    }
                    if (measure != Measure.PERCENT) {
                        for (long maxDf : new long[] {2, 1_000}) {
                            SimilarityOptions options = TestOptions.pairs(measure, 0.05, 30, maxDf, 1);
                            assertEquals(slow.pairs(options), FoundPairs.of(snapshot, options), options::toString);
                        }
                    }
                }
            }

            /** Weighted measures; weighted resemblance reads the whole index after each commit. */
            private void checkRankings(Snapshot snapshot, byte[] text) {
                for (Measure measure : SlowSearch.weighted(scheme)) {
                    slow.checkRanking(snapshot, text, scheme.selection(), measure, 4);
                }
            }

            private void checkQueries(Snapshot snapshot, byte[] text, Measure measure) {
                double some = measure == Measure.SHARED || measure == Measure.PERCENT ? 8 : 0.08;
                for (QueryOptions options : List.of(
                        TestOptions.query(measure, 1_000, 0, QueryOptions.NO_LIMIT),
                        TestOptions.query(measure, 1, 0, 1),
                        TestOptions.query(measure, 3, some, 3))) {
                    assertEquals(
                            slow.query(text, scheme.selection(), options),
                            snapshot.query(text, options),
                            options::toString);
                }
                QueryOptions options = TestOptions.query(measure, 5, 0, 4);
                for (Selection other : OTHERS) {
                    assertEquals(
                            slow.query(text, other, options), snapshot.query(text, other, options), other::toString);
                }
            }
        }

        /** Ids and texts to choose from: ids at each limit, texts with and without minutiae, copies and versions. */
        private static Map<String, byte[]> corpus(long seed) {
            Map<String, byte[]> corpus = new HashMap<>(RandomCorpus.of(seed, 9, 150));
            corpus.put("\uD83D\uDE00".repeat(16_383) + "xyz", RandomCorpus.utf8("one two three four five six seven"));
            corpus.put("\n", RandomCorpus.utf8("short"));
            corpus.put("\0", new byte[0]);
            corpus.put("malformed", new byte[] {(byte) 0xFF, 'a', 0, (byte) 0xC3});
            return corpus;
        }
    }

    // Threads add, delete, commit and roll back at the same time, and are interrupted, during seals, merges, reads of
    // every kind and a close. Documents are added and deleted in pairs of one text, x and y: a snapshot with only one
    // of them shows a partial commit. All threads add between commits and commit together, because a commit takes what
    // every thread added.

    private static final int WRITERS = 4;
    private static final int READERS = 3;
    private static final int ROUNDS = LongForm.of(12, 2_000);
    /** No thread may take longer. */
    private static final long SECONDS = LongForm.of(200, 7_000);

    private static final QueryOptions ALL = QueryOptions.DEFAULT.top(10_000);

    @TempDir
    Path folder;

    private final Phaser together = new Phaser(WRITERS);
    /** Texts whose pair is committed, before other threads learn of it. */
    private final Set<Integer> committed = new ConcurrentSkipListSet<>();

    private final AtomicLong answers = new AtomicLong();
    /** An interrupt closes the file that its thread uses, so these threads may use no file of the writer. */
    private final AtomicReferenceArray<Thread> writing = new AtomicReferenceArray<>(WRITERS);

    private volatile Snapshot shared;
    private volatile boolean over;

    private static byte[] text(int number) {
        return WriterFixture.text(number, 12 + number % 50);
    }

    @Test
    void readersSeeOnlyWholeCommits() throws Exception {
        Path index = folder.resolve("index");
        IndexWriter writer = IndexWriter.create(
                index,
                Scheme.builder().build(),
                SMALL.livePostings(2_000).liveDocuments(200).storeText(true));
        shared = writer.snapshot();
        try {
            List<Future<Void>> readers = Repeated.list(2 * READERS, i -> {
                SplittableRandom random = new SplittableRandom(i);
                return Patience.begin(() -> read(i % 2 == 1 ? Snapshot.open(index) : writer.snapshot(), random));
            });
            List<Future<Void>> writers = Repeated.list(WRITERS, i -> Patience.begin(() -> writeOrRelease(writer, i)));
            Future<?> maintenance = Patience.begin(() -> keepUp(writer));
            for (Future<?> w : writers) {
                w.get(SECONDS, TimeUnit.SECONDS);
            }
            maintenance.get(SECONDS, TimeUnit.SECONDS);
            // All threads have added when the first commits, so one commit serves all.
            long commits = writer.commit();
            assertTrue(commits < ROUNDS * WRITERS / 2, commits + " commits");
            writer.close();
            long before = answers.get();
            // Readers continue after the close.
            Patience.until(() ->
                    answers.get() >= before + 4 * READERS || readers.stream().anyMatch(Future::isDone));
            over = true;
            for (Future<?> r : readers) {
                r.get(SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            over = true;
            together.forceTermination();
        }
        shared = null;
        // Half of the snapshots were dropped without closing.
        HeldFiles.assertCollected(index.resolve("live"));
        assertEquals(2L * committed.size(), Snapshot.open(index).documents());
        assertEquals(committed, pairs(Snapshot.open(index)));
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    /** If a writer fails, the others must not wait for it. */
    private void writeOrRelease(IndexWriter writer, int thread) throws IOException {
        try {
            write(writer, thread);
        } catch (Throwable e) {
            together.forceTermination();
            throw e;
        }
    }

    private void write(IndexWriter writer, int thread) throws IOException {
        SplittableRandom random = new SplittableRandom(100 + thread);
        writing.set(thread, Thread.currentThread());
        long last = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<Integer> added = new ArrayList<>();
            // One round in ten exceeds the log.
            for (int i = random.nextInt(random.nextInt(10) == 0 ? 40 : 4); i >= 0; i--) {
                int number = (round * 64 + i) * WRITERS + thread;
                writer.add("x" + number, text(number));
                writer.add("y" + number, text(number));
                added.add(number);
            }
            List<Integer> mine =
                    committed.stream().filter(n -> n % WRITERS == thread).toList();
            int gone = mine.isEmpty() ? -1 : mine.get(random.nextInt(mine.size()));
            if (gone >= 0) {
                assertTrue(writer.delete("x" + gone) && writer.delete("y" + gone));
                // Before the commit: from now on readers may or may not find it.
                committed.remove(gone);
            }
            together.arriveAndAwaitAdvance();
            if (round % 5 < 4) {
                long sequence = writer.commit();
                assertTrue(sequence > last, sequence + " after " + last);
                last = sequence;
                committed.addAll(added);
            } else {
                // What the threads added and deleted since the last commit is never committed.
                if (thread == 0) {
                    writer.rollback();
                }
                if (gone >= 0) {
                    committed.add(gone);
                }
            }
            if (thread == 0) {
                Snapshot before = shared;
                shared = writer.snapshot();
                if (random.nextBoolean()) {
                    before.close();
                }
            }
            together.arriveAndAwaitAdvance();
        }
        together.arriveAndDeregister();
    }

    private void keepUp(IndexWriter writer) throws IOException {
        for (int i = 0; !together.isTerminated(); i++) {
            if (i % 3 == 2) {
                writer.forceMerge();
            } else {
                writer.seal();
            }
            Thread one = writing.get(i % WRITERS);
            if (one != null) {
                one.interrupt();
            }
            if (i % 8 == 0) {
                // Dropped snapshots release their tiers while other snapshots read them.
                System.gc();
            }
        }
    }

    private void read(Snapshot first, SplittableRandom random) throws IOException {
        Snapshot snapshot = first;
        while (!over) {
            TreeSet<Integer> before = new TreeSet<>(List.copyOf(committed));
            Snapshot next = snapshot.refresh();
            if (next != snapshot && random.nextBoolean()) {
                snapshot.close();
            }
            snapshot = next;
            if (!before.isEmpty()) {
                check(snapshot, before, random);
            }
            other(random);
            answers.incrementAndGet();
        }
    }

    private void check(Snapshot snapshot, TreeSet<Integer> before, SplittableRandom random) {
        assertEquals(0, snapshot.documents() % 2);
        for (int i = 0; i < 5; i++) {
            Integer number = before.ceiling(random.nextInt(before.last() + 1));
            Matches matches = snapshot.query(text(number), ALL);
            List<String> ids = matches.matches().stream().map(Match::id).toList();
            if (committed.contains(number)) {
                // Before the snapshot and still now, so all the time in between.
                assertEquals(List.of("x" + number, "y" + number), ids);
            } else {
                assertTrue(ids.isEmpty() || ids.size() == 2, ids::toString);
            }
            assertEquals(ids.isEmpty() ? 0 : 1, matches.known());
            ids.forEach(id -> assertArrayEquals(text(number), snapshot.text(id).orElseThrow(), id));
            assertEquals(
                    ids.size(),
                    (snapshot.document("x" + number).isPresent() ? 1 : 0)
                            + (snapshot.document("y" + number).isPresent() ? 1 : 0));
        }
        if (random.nextInt(8) == 0) {
            assertEquals(snapshot.documents(), snapshot.stats().documents());
            assertEquals(snapshot.documents() / 2, pairs(snapshot).size());
        }
    }

    /** The texts whose pair a snapshot contains. */
    private static Set<Integer> pairs(Snapshot snapshot) {
        return snapshot.pairs(SimilarityOptions.PAIRS.minScore(0.99).expanded(true)).toList().stream()
                .map(p -> {
                    assertEquals(p.a().substring(1), p.b().substring(1));
                    return Integer.parseInt(p.a().substring(1));
                })
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Queries a snapshot that others query and close. */
    private void other(SplittableRandom random) {
        Snapshot of = shared;
        try {
            if (random.nextInt(10) == 0) {
                of.close();
            }
            long documents = of.documents();
            int found = of.query(text(random.nextInt(200)), ALL).matches().size();
            assertTrue(found == 0 || found == 2 && documents > 0);
            if (random.nextInt(20) == 0) {
                assertEquals(documents, of.stats().documents());
            }
        } catch (IllegalStateException closed) {
            assertTrue(closed.getMessage().contains("closed"), closed::getMessage);
        }
    }
}
