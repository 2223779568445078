package io.whorl.bulk;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.IndexStats;
import io.whorl.LimitExceededException;
import io.whorl.NotStoredException;
import io.whorl.RandomCorpus;
import io.whorl.TryFolder;
import io.whorl.bulk.TestFiles.BuiltSchemes;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Schemes;
import io.whorl.query.IndexCheck;
import io.whorl.query.QueryOptions;
import io.whorl.query.SlowSearch.SlowIndex;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentLists;
import io.whorl.store.DocumentSource.Form;
import io.whorl.store.IndexFiles;
import io.whorl.store.MinutiaTable.MinutiaCursor;
import io.whorl.store.Segment;
import io.whorl.store.StoredFingerprint;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.ForgedFiles;
import io.whorl.testing.LongForm;
import io.whorl.testing.Repeated;
import io.whorl.write.NewDocument;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares what a build writes with a slow index in memory. */
class BuildTest extends TryFolder {
    private static final Scheme SCHEME = Scheme.builder().build();

    private static final BuildOptions SMALL = BuildOptions.DEFAULT.memory(16 << 20);

    @ParameterizedTest
    @EnumSource
    void anIndexContainsEveryPostingOfEveryDocument(BuiltSchemes built) throws IOException {
        Scheme scheme = built.scheme;
        for (long minDocument : new long[] {0, 50}) {
            Map<String, byte[]> corpus = RandomCorpus.of(minDocument + 1, 150, 500);
            SlowIndex model = new SlowIndex(scheme, corpus, minDocument);
            Path index = directory.resolve("index-" + minDocument);
            BuildReport report = RandomCorpus.index(index, scheme, corpus, SMALL.minDocument(minDocument));
            assertEquals(model.documents.size(), report.index().documents());
            assertEquals(corpus.size() - model.documents.size(), report.tooShort());
            assertEquals(model.words(), report.index().words());
            assertEquals(model.holders.size(), report.index().minutiae());
            assertEquals(model.singletons(), report.index().singletons());
            assertEquals(model.postings(), report.index().postings());
            assertEquals(
                    model.documents.values().stream().filter(f -> f.size() == 0).count(), report.withoutMinutiae());
            assertEquals(corpus.values().stream().mapToLong(t -> t.length).sum(), report.textBytes());
            assertEquals(IndexFiles.bytes(index), report.index().bytes());
            assertHolds(model, index);
            assertEquals(List.of(), IndexCheck.check(index).problems());
        }
    }

    private static void assertHolds(SlowIndex model, Path index) throws IOException {
        Segment segment = TestFiles.segment(index);
        assertEquals(model.scheme, segment.scheme());
        List<String> ids = new ArrayList<>(model.documents.keySet());
        assertEquals(ids.size(), segment.documents().size());
        for (int i = 0; i < ids.size(); i++) {
            assertEquals(ids.get(i), segment.documents().id(i));
            assertEquals(
                    model.documents.get(ids.get(i)).size(), segment.documents().minutiae(i));
            assertEquals(
                    model.documents.get(ids.get(i)).words(), segment.documents().words(i));
        }
        MinutiaCursor cursor = segment.table().cursor();
        Map<Long, Map<String, Integer>> found = new HashMap<>();
        while (cursor.next()) {
            assertNull(found.put(cursor.minutia(), holders(segment, ids, cursor.payload())), "a minutia came twice");
        }
        assertEquals(model.holders, found);
        // A list is stored once, however many minutiae have it; one document with a frequency of 1 needs none.
        assertEquals(
                found.values().stream()
                        .filter(holders -> !List.of(1).equals(List.copyOf(holders.values())))
                        .distinct()
                        .count(),
                segment.lists().count());
    }

    private static Map<String, Integer> holders(Segment segment, List<String> ids, long payload) {
        Map<String, Integer> holders = new LinkedHashMap<>();
        if (payload < ids.size()) {
            holders.put(ids.get((int) payload), 1);
            return holders;
        }
        DocumentLists.Cursor list = segment.lists().cursor(payload - ids.size());
        while (list.next()) {
            holders.put(ids.get((int) list.document()), (int) list.frequency());
        }
        return holders;
    }

    // Documents that exceed the memory of one thread, compared with builds that have enough memory.

    /** With this many threads a document can have about 4,000 minutiae in heap. */
    private static final BuildOptions LITTLE =
            BuildOptions.DEFAULT.memory(BuildOptions.LEAST_MEMORY).threads(64);

    private static final BuildOptions MUCH =
            BuildOptions.DEFAULT.memory(1L << 34).threads(2);

    @Property(tries = 8)
    void littleMemoryGivesTheSameBytes(@ForAll BuiltSchemes drawn, @ForAll boolean duplicates, @ForAll long seed)
            throws IOException {
        for (long each : LongForm.seeds(seed, 3)) {
            end();
            begin();
            assertSameBytes(drawn, duplicates, each);
        }
    }

    private void assertSameBytes(BuiltSchemes drawn, boolean duplicates, long seed) throws IOException {
        Random random = new Random(seed);
        Map<String, byte[]> corpus = RandomCorpus.of(seed, 20, 400);
        for (int i = 0; i < 4; i++) {
            byte[] text = RandomCorpus.text(random, 5_000 + random.nextInt(30_000), 1 + random.nextInt(20_000));
            corpus.put("large " + i, text);
            corpus.put("again " + i, text);
        }
        Duplicates which = duplicates ? Duplicates.KEEP : Duplicates.IGNORE;
        List<RefusedDocument> refused = new ArrayList<>();
        BuildReport little = build("little", drawn.scheme, corpus, LITTLE.duplicates(which), refused);
        BuildReport much = build("much", drawn.scheme, corpus, MUCH.duplicates(which), refused);
        assertArrayEquals(TestFiles.bytes(directory.resolve("much")), TestFiles.bytes(directory.resolve("little")));
        assertEquals(much.duplicates(), little.duplicates());
        assertEquals(much.index().minutiae(), little.index().minutiae());
        assertEquals(much.index().words(), little.index().words());
        assertEquals(much.withoutMinutiae(), little.withoutMinutiae());
        assertEquals(List.of(), refused);
    }

    /** A document that cannot be fingerprinted affects neither other documents nor the build. */
    @Example
    void aDocumentThatCannotBeFingerprintedIsLeftOutAndReported() throws IOException {
        Scheme scheme =
                Scheme.builder().selection("rarest-in-document", Map.of()).build();
        Map<String, byte[]> small = RandomCorpus.of(5, 40, 400);
        Map<String, byte[]> corpus = new TreeMap<>(small);
        corpus.put("large", RandomCorpus.text(new Random(5), 100_000, 20_000));
        List<RefusedDocument> refused = new ArrayList<>();
        assertEquals(0, build("small", scheme, small, LITTLE, refused).refused());
        assertEquals(List.of(), refused);
        BuildReport report = build("all", scheme, corpus, LITTLE, refused);
        assertEquals(1, report.refused());
        assertEquals(40, report.index().documents());
        assertEquals(List.of("large"), refused.stream().map(RefusedDocument::id).toList());
        LimitExceededException reason = refused.get(0).reason();
        assertEquals("chunks of one document", reason.limit());
        assertTrue(reason.getMessage().contains("rarest-in-document"), reason.getMessage());
        assertArrayEquals(TestFiles.bytes(directory.resolve("small")), TestFiles.bytes(directory.resolve("all")));
    }

    private BuildReport build(
            String name, Scheme scheme, Map<String, byte[]> corpus, BuildOptions options, List<RefusedDocument> refused)
            throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(directory.resolve(name), scheme, options, refused::add)) {
            for (Map.Entry<String, byte[]> document : corpus.entrySet()) {
                builder.add(document.getKey(), document.getValue());
            }
            return builder.finish();
        }
    }

    // Builds in a heap of 64 MiB from documents that repeat one word or never repeat any.

    private static final int COPIES = LongForm.of(5, 12);

    private static final int ONE_WORD = 16 << 20;

    private static final int DISTINCT = LongForm.of(3_000_000, 5_000_000);

    /** A word and a space. */
    private static final int WIDTH = 6;

    @Test
    void largeDocumentsAreBuiltInASmallHeap(@TempDir Path folder) throws Exception {
        List<String> flags = List.of("-Xmx64m", "-XX:+UseSerialGC", "-Dio.whorl.long=" + LongForm.ON);
        // Repetitions in one document are united before they take memory.
        String copies = ": " + COPIES + " documents, 1 minutiae, " + COPIES + " postings, refused [], in memory";
        int chunks = DISTINCT - 3;
        assertEquals(
                List.of(
                        "one word" + copies,
                        "counted" + copies,
                        "distinct: 1 documents, " + chunks + " minutiae, " + chunks + " postings, refused [], spilled"),
                ChildJvm.run(ChildJvm.command(flags, LargeChild.class, folder.toString())));
    }

    static final class LargeChild {
        private static final BuildOptions OPTIONS =
                BuildOptions.DEFAULT.memory(16 << 20).threads(2);

        public static void main(String[] args) throws IOException {
            Path large = Path.of(args[0]);
            // Whole words, so that the last one is as long as the others.
            byte[] oneWord = RandomCorpus.utf8("aaaaa ".repeat(ONE_WORD / WIDTH));
            build(large, "one word", Scheme.builder().build(), oneWord, COPIES);
            build(large, "counted", Schemes.of("granularity=1 frequencies=true"), oneWord, COPIES);
            oneWord = null;
            // With 64 bits none of these minutiae collide.
            build(large, "distinct", Scheme.builder().bits(64).build(), distinct(), 1);
        }

        private static byte[] distinct() {
            byte[] text = new byte[DISTINCT * WIDTH];
            Arrays.fill(text, (byte) ' ');
            for (int i = 0; i < DISTINCT; i++) {
                int rest = i;
                for (int j = 0; j < WIDTH - 1; j++) {
                    text[i * WIDTH + j] = (byte) ('a' + rest % 26);
                    rest /= 26;
                }
            }
            return text;
        }

        private static void build(Path large, String name, Scheme scheme, byte[] text, int copies) throws IOException {
            List<String> refused = new ArrayList<>();
            try (IndexBuilder builder =
                    IndexBuilder.create(large.resolve(name), scheme, OPTIONS, r -> refused.add(r.id()))) {
                for (int i = 0; i < copies; i++) {
                    builder.add("document " + i, text);
                }
                BuildReport report = builder.finish();
                System.out.println(name + ": " + report.index().documents() + " documents, "
                        + report.index().minutiae() + " minutiae, "
                        + report.index().postings() + " postings, refused " + refused
                        + (report.temporaryBytes() > 0 ? ", spilled" : ", in memory"));
            }
        }
    }

    // Builds that store texts, fingerprints and dates, compared with the documents.

    /** The numbers of sections. */
    private static final int MEAN_LOGS = 12;

    private static final int TEXT_ENDS = 15;
    private static final int DATES = 16;
    private static final Instant START = Instant.parse("2001-02-03T00:00:00Z");
    private static final BuildOptions PLAIN =
            BuildOptions.DEFAULT.memory(16 << 20).replace(true);
    private static final BuildOptions STORING = PLAIN.storeText(true).storeFingerprints(true);

    private Path index() {
        return directory.resolve("index");
    }

    private Path segment() throws IOException {
        return TestFiles.segment(index()).file();
    }

    private byte[] bytes() throws IOException {
        return TestFiles.bytes(index());
    }

    private BuildReport build(Scheme scheme, BuildOptions options, List<NewDocument> documents) throws IOException {
        return RandomCorpus.index(index(), scheme, documents, options);
    }

    /** Random documents. Every third has no date. */
    private static List<NewDocument> corpus(long seed, int documents, long unitMillis) {
        Random random = new Random(seed);
        List<NewDocument> corpus = new ArrayList<>();
        RandomCorpus.of(seed, documents, 300).forEach((id, text) -> {
            Instant date = START.plusMillis(random.nextInt(9_000) * unitMillis);
            corpus.add(new NewDocument(id, text, corpus.size() % 3 == 2 ? Optional.empty() : Optional.of(date)));
        });
        return corpus;
    }

    /** Random documents, and some that are empty, malformed, binary or large. */
    private static List<NewDocument> unusual(long seed, int documents) {
        List<NewDocument> corpus = corpus(seed, documents, 1_000);
        byte[] binary = new byte[5_000];
        new Random(seed).nextBytes(binary);
        corpus.add(new NewDocument("binary", binary));
        corpus.add(new NewDocument("empty", new byte[0]));
        corpus.add(new NewDocument("short", RandomCorpus.utf8("one")));
        corpus.add(new NewDocument("malformed", new byte[] {'a', (byte) 0xFF, ' ', (byte) 0xC3, ' ', 0, 'b'}));
        corpus.add(new NewDocument("large", RandomCorpus.utf8("many words in one large document ".repeat(5_000))));
        return corpus;
    }

    private void assertStored(Scheme scheme, BuildOptions options, List<NewDocument> expected) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index())) {
            assertEquals(options.storeText(), snapshot.storesTexts());
            assertEquals(options.storeFingerprints(), snapshot.storesFingerprints());
            assertEquals(expected.stream().anyMatch(d -> d.date().isPresent()), snapshot.hasDates());
            assertEquals(expected.size(), snapshot.documents());
            for (NewDocument d : expected) {
                assertEquals(d.date(), snapshot.document(d.id()).orElseThrow().date(), d.id());
                assertTrue(snapshot.isTextOf(d.id(), d.utf8()), d.id());
                if (options.storeText()) {
                    assertArrayEquals(d.utf8(), snapshot.text(d.id()).orElseThrow(), d.id());
                }
            }
            assertTrue(!options.storeText() || snapshot.text("no such document").isEmpty());
        }
        Segment segment = Segment.open(segment());
        assertEquals(options.storeFingerprints(), segment.stored().fingerprints());
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        for (NewDocument d : options.storeFingerprints() ? expected : List.<NewDocument>of()) {
            Fingerprint f = fingerprinter.fingerprint(d.utf8());
            StoredFingerprint stored = segment.fingerprint(segment.documents().find(d.id()));
            assertArrayEquals(f.toArray(), stored.minutiae(), d.id());
            assertEquals(scheme.frequencies() ? f.size() : 0, stored.frequencies().length);
            for (int i = 0; i < stored.frequencies().length; i++) {
                assertEquals(f.frequency(i), stored.frequencies()[i]);
            }
        }
        assertEquals(List.of(), IndexCheck.check(index()).problems());
    }

    @Test
    void everythingComesBackAndTheBytesDependOnTheDocumentsAlone() throws IOException {
        for (BuildOptions options : List.of(PLAIN, PLAIN.storeText(true), PLAIN.storeFingerprints(true), STORING)) {
            for (BuiltSchemes built :
                    options == STORING ? BuiltSchemes.values() : new BuiltSchemes[] {BuiltSchemes.DEFAULT}) {
                Scheme scheme = built.scheme;
                BuildReport none = build(scheme, options, List.of());
                assertEquals(
                        0,
                        none.index().documents()
                                + none.index().minutiae()
                                + none.index().postings());
                assertStored(scheme, options, List.of());
                List<NewDocument> documents = unusual(2, 60);
                Fingerprinter fingerprinter = Fingerprinter.of(scheme);
                assertEquals(
                        documents.stream()
                                .mapToLong(
                                        d -> fingerprinter.fingerprint(d.utf8()).malformed())
                                .sum(),
                        build(scheme, options, documents).malformed());
                assertStored(scheme, options, documents);
                byte[] expected = bytes();
                for (int threads : new int[] {1, 3}) {
                    // One run, and several that are merged.
                    for (long runText : new long[] {8_000, Long.MAX_VALUE}) {
                        Collections.shuffle(documents, new Random(runText));
                        build(scheme, options.threads(threads).runText(runText), documents);
                        assertArrayEquals(expected, bytes(), threads + " threads, runs of " + runText);
                    }
                }
            }
        }
    }

    /** Without the option an index has not one byte more; with it, the sections before are the same. */
    @Test
    void theOtherSectionsAreThoseOfAnIndexWithoutFingerprints() throws IOException {
        for (boolean texts : new boolean[] {false, true}) {
            List<NewDocument> documents = corpus(3, 40, 1_000);
            build(SCHEME, PLAIN.storeText(texts), documents);
            byte[] without = bytes();
            build(SCHEME, PLAIN.storeText(texts).storeFingerprints(true), documents);
            byte[] with = bytes();
            int header = ForgedFiles.SEGMENT_HEADER;
            int last = texts ? TEXT_ENDS : MEAN_LOGS;
            int end = ForgedFiles.offset(without, last) + ForgedFiles.length(without, last);
            assertArrayEquals(Arrays.copyOfRange(without, header, end), Arrays.copyOfRange(with, header, end));
            long added = with.length - without.length;
            long stored =
                    Segment.open(segment()).documents().forms(Form.FINGERPRINT).length();
            assertTrue(added >= stored && added < stored + 256, () -> added + " bytes for " + stored);
        }
    }

    @Test
    void theOtherSectionsAreThoseOfAnIndexWithoutTexts() throws IOException {
        List<NewDocument> documents = unusual(3, 60);
        BuildReport with = build(SCHEME, PLAIN.storeText(true), documents);
        try (Snapshot storing = Snapshot.open(index())) {
            IndexStats stats = storing.stats();
            assertEquals(with.index().storedTextBytes(), stats.storedTextBytes());
            assertTrue(stats.storedTextBytes() > 0 && stats.storedTextBytes() < stats.bytes(), stats::toString);
            BuildReport without = build(SCHEME, PLAIN, documents);
            assertEquals(0, without.index().storedTextBytes());
            assertEquals(without.index().bytesPerPosting(), with.index().bytesPerPosting(), 0.02);
            try (Snapshot plain = Snapshot.open(index())) {
                assertReason(NotStoredException.Reason.TEXT, () -> plain.text("large"));
                assertEquals(0, plain.stats().storedTextBytes());
                for (NewDocument d : documents) {
                    assertEquals(
                            plain.query(d.utf8(), QueryOptions.DEFAULT), storing.query(d.utf8(), QueryOptions.DEFAULT));
                }
            }
        }
    }

    @Test
    void withoutDatesTheIndexHasNoByteMore() throws IOException {
        Map<String, byte[]> undated = RandomCorpus.of(3, 30, 300);
        build(SCHEME, PLAIN, RandomCorpus.documents(undated, id -> Optional.empty()));
        byte[] bytes = bytes();
        build("none", SCHEME, undated, PLAIN, new ArrayList<>());
        assertArrayEquals(bytes, TestFiles.bytes(directory.resolve("none")));
        assertEquals(0, ForgedFiles.length(bytes, DATES));
        assertFalse(Snapshot.open(index()).hasDates());
    }

    /** Minutiae that exceed the memory of a document go to a scratch file, and the fingerprint is made in pieces. */
    @Test
    void largeDocumentsAreStored() throws IOException {
        String large = Repeated.text(150_000, i -> Integer.toString(i, 36) + (i % 3 == 0 ? " x " : " "));
        List<NewDocument> documents = corpus(4, 12, 1);
        documents.add(new NewDocument("large", RandomCorpus.utf8(large)));
        documents.add(new NewDocument("ten megabytes", RandomCorpus.utf8("ten megabytes of words ".repeat(450_000))));
        documents.addAll(corpus(5, 12, 1));
        for (Scheme scheme : List.of(SCHEME, BuiltSchemes.WIDEST.scheme)) {
            build(scheme, STORING, documents);
            assertStored(scheme, STORING, documents);
            byte[] small = bytes();
            build(scheme, STORING.memory(256 << 20), documents);
            assertArrayEquals(small, bytes());
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlyDocumentsOfTheIndexAreStored(Duplicates duplicates) throws IOException {
        List<NewDocument> corpus = corpus(5, 40, 1_000);
        List<NewDocument> documents = new ArrayList<>(corpus);
        for (int i = 0; i < 10; i++) {
            // An id that was taken, and a copy of a document with another id.
            documents.add(new NewDocument(corpus.get(i).id(), corpus.get(20 + i).utf8()));
            documents.add(new NewDocument("copy-" + i, corpus.get(i).utf8()));
        }
        Map<String, NewDocument> firsts = new LinkedHashMap<>();
        documents.forEach(d -> firsts.putIfAbsent(d.id(), d));
        byte[] bytes = null;
        for (long runText : new long[] {1_000, Long.MAX_VALUE}) {
            BuildOptions options = STORING.minDocument(60)
                    .runText(runText)
                    .repeatedIds(RepeatedIds.FIRST)
                    .duplicates(duplicates);
            build(SCHEME, options, documents);
            List<NewDocument> indexed;
            try (Snapshot snapshot = Snapshot.open(index())) {
                indexed = snapshot.ids().map(firsts::get).toList();
            }
            assertTrue(indexed.size() > 10 && indexed.size() < 50, () -> "" + indexed.size());
            assertStored(SCHEME, options, indexed);
            bytes = bytes == null ? bytes() : bytes;
            assertArrayEquals(bytes, bytes());
        }
    }

    @Test
    void extremeDatesComeBackAndOthersAreRefused() throws IOException {
        List<NewDocument> corpus = List.of(
                new NewDocument(
                        "first",
                        RandomCorpus.utf8("one two three four five"),
                        Optional.of(Instant.parse("0001-01-01T00:00:00Z"))),
                new NewDocument(
                        "last",
                        RandomCorpus.utf8("six seven eight"),
                        Optional.of(Instant.parse("9999-12-31T23:59:59.999Z"))),
                new NewDocument("none", new byte[0]));
        build(SCHEME, PLAIN, corpus);
        assertStored(SCHEME, PLAIN, corpus);
        assertEquals(7 * corpus.size(), ForgedFiles.length(bytes(), DATES));
        build(SCHEME, PLAIN, List.of(new NewDocument("none", new byte[0])));
        assertEquals(0, ForgedFiles.length(bytes(), DATES));
        try (IndexBuilder builder = IndexBuilder.create(index(), SCHEME, PLAIN)) {
            for (String wrong : List.of("0000-12-31T23:59:59.999Z", "+10000-01-01T00:00:00Z")) {
                Optional<Instant> date = Optional.of(Instant.parse(wrong));
                for (Executable call : List.<Executable>of(
                        () -> new NewDocument("a", new byte[0], date), () -> builder.add("a", new byte[0], date))) {
                    assertMessage(IllegalArgumentException.class, "its year must be from 1 to 9999", call);
                }
            }
        }
    }

    /** Damage that a matching checksum hides is found by the check; a number out of range is refused by reading. */
    @Test
    void damagedDatesAreFound() throws IOException {
        List<NewDocument> corpus = corpus(7, 12, 86_400_000L);
        // Only dates of seven bytes can be too large.
        corpus.add(new NewDocument("a", new byte[0], Optional.of(Instant.parse("9999-12-31T00:00:00Z"))));
        build(SCHEME, PLAIN, corpus);
        byte[] whole = bytes();
        Files.write(segment(), TestFiles.flipped(whole, (ForgedFiles.offset(whole, DATES) + 3) * 8));
        assertTrue(IndexCheck.check(index()).problems().toString().contains("DATES"));
        ByteBuffer forged = ByteBuffer.wrap(whole.clone()).order(ByteOrder.LITTLE_ENDIAN);
        int dates = ForgedFiles.offset(whole, DATES);
        forged.put(dates + 6, (byte) 2);
        Files.write(segment(), ForgedFiles.segment(forged.array()));
        try (Snapshot snapshot = Snapshot.open(index())) {
            assertThrows(CorruptIndexException.class, () -> corpus.forEach(d -> snapshot.document(d.id())));
        }
        assertFalse(IndexCheck.check(index()).problems().isEmpty());
        // Zeros are the numbers of documents without a date, which need no section.
        byte[] undated = whole.clone();
        Arrays.fill(undated, dates, dates + ForgedFiles.length(whole, DATES), (byte) 0);
        Files.write(segment(), ForgedFiles.segment(undated));
        assertTrue(IndexCheck.check(index()).problems().toString().contains("the dates need 0"));
    }
}
