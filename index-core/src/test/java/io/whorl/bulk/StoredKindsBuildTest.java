package io.whorl.bulk;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.NotStoredException;
import io.whorl.RandomCorpus;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.query.IndexCheck;
import io.whorl.query.IndexStats;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.StoredFingerprint;
import io.whorl.testing.ForgedFiles;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Builds that store texts, fingerprints and dates, compared with the documents. */
class StoredKindsBuildTest {
    /** The numbers of sections. */
    private static final int MEAN_LOGS = 12;

    private static final int TEXT_ENDS = 15;
    private static final int DATES = 16;
    private static final int FINGERPRINT_ENDS = 18;
    private static final int FIRST_DATE_AT = 120;
    private static final int UNIT_AT = 76;
    private static final Instant START = Instant.parse("2001-02-03T00:00:00Z");
    private static final Scheme SCHEME = Scheme.builder().build();
    private static final List<Scheme> SCHEMES = List.of(
            SCHEME,
            Scheme.builder().granularity(1).frequencies(true).bits(64).build(),
            Scheme.builder().granularity(2).selection("min-s", Map.of("s", "9")).build(),
            Scheme.builder()
                    .granularity(1)
                    .selection("mod-by-size", Map.of())
                    .bits(33)
                    .build(),
            Scheme.builder()
                    .granularity(5)
                    .selection("winnowing", Map.of("w", "24"))
                    .build());
    private static final BuildOptions PLAIN =
            BuildOptions.DEFAULT.memory(16 << 20).replace(true);
    private static final BuildOptions STORING = PLAIN.storeText(true).storeFingerprints(true);

    @TempDir
    Path directory;

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
        corpus.add(undated("binary", binary));
        corpus.add(undated("empty", new byte[0]));
        corpus.add(undated("short", RandomCorpus.utf8("one")));
        corpus.add(undated("malformed", new byte[] {'a', (byte) 0xFF, ' ', (byte) 0xC3, ' ', 0, 'b'}));
        corpus.add(undated("large", RandomCorpus.utf8("many words in one large document ".repeat(5_000))));
        return corpus;
    }

    private static NewDocument undated(String id, byte[] text) {
        return new NewDocument(id, text, Optional.empty());
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
        assertEquals(options.storeFingerprints(), segment.fingerprints().isStored());
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
            for (Scheme scheme : options == STORING ? SCHEMES : SCHEMES.subList(0, 1)) {
                List<NewDocument> documents = unusual(2, 60);
                build(scheme, options, documents);
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
            long stored = Segment.open(segment()).fingerprints().length();
            assertTrue(added >= stored && added < stored + 256, () -> added + " bytes for " + stored);
        }
    }

    @Test
    void theOtherSectionsAreThoseOfAnIndexWithoutTexts() throws IOException {
        List<NewDocument> documents = unusual(3, 60);
        BuildReport with = build(SCHEME, PLAIN.storeText(true), documents);
        try (Snapshot storing = Snapshot.open(index())) {
            IndexStats stats = storing.stats();
            assertEquals(with.storedTextBytes(), stats.storedTextBytes());
            assertTrue(stats.storedTextBytes() > 0 && stats.storedTextBytes() < stats.bytes(), stats::toString);
            BuildReport without = build(SCHEME, PLAIN, documents);
            assertEquals(0, without.storedTextBytes());
            assertEquals(without.bytesPerPosting(), with.bytesPerPosting(), 0.02);
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
        List<NewDocument> undated =
                corpus(3, 30, 1).stream().map(d -> undated(d.id(), d.utf8())).toList();
        build(SCHEME, PLAIN, undated);
        byte[] bytes = bytes();
        try (IndexBuilder builder = IndexBuilder.create(index(), SCHEME, PLAIN)) {
            for (NewDocument d : undated) {
                builder.add(d.id(), d.utf8());
            }
            builder.finish();
        }
        assertArrayEquals(bytes, bytes());
        assertEquals(0, ForgedFiles.length(bytes, DATES));
        assertStored(SCHEME, PLAIN, undated);
    }

    /** Minutiae that exceed the memory of a document go to a scratch file, and the fingerprint is made in pieces. */
    @Test
    void largeDocumentsAreStored() throws IOException {
        StringBuilder large = new StringBuilder();
        for (int i = 0; i < 150_000; i++) {
            large.append(Integer.toString(i, 36)).append(i % 3 == 0 ? " x " : " ");
        }
        List<NewDocument> documents = corpus(4, 12, 1);
        documents.add(undated("large", RandomCorpus.utf8(large.toString())));
        documents.add(undated("ten megabytes", RandomCorpus.utf8("ten megabytes of words ".repeat(450_000))));
        documents.addAll(corpus(5, 12, 1));
        for (Scheme scheme : SCHEMES.subList(0, 2)) {
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
            documents.add(undated(corpus.get(i).id(), corpus.get(20 + i).utf8()));
            documents.add(undated("copy-" + i, corpus.get(i).utf8()));
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
    void anIndexWithoutDocumentsStoresEverything() throws IOException {
        build(SCHEME, STORING, List.of());
        assertStored(SCHEME, STORING, List.of());
    }

    /** Bytes of a stored form are changed: what reads it refuses it, and the check names the section. */
    @ParameterizedTest
    @ValueSource(ints = {TEXT_ENDS, FINGERPRINT_ENDS})
    void damageIsFoundByTheReaderAndByTheCheck(int section) throws IOException {
        boolean texts = section == TEXT_ENDS;
        build(SCHEME, STORING, corpus(7, 6, 1));
        Segment whole = Segment.open(segment());
        byte[] bytes = bytes();
        int refused = 0;
        int tested = 0;
        int end = ForgedFiles.offset(bytes, section) + ForgedFiles.length(bytes, section);
        long length = texts ? whole.texts().length() : whole.fingerprints().length();
        for (int at = (int) (end - length); at < end; at += 9) {
            tested++;
            byte[] damaged = bytes.clone();
            damaged[at] ^= 0x41;
            Segment opened = Segment.open(Files.write(directory.resolve("damaged-" + at), damaged));
            String problems = SegmentCheck.problems(opened).toString();
            assertTrue(problems.contains(texts ? "TEXT" : "FINGERPRINT"), "byte " + at + ": " + problems);
            for (long d = 0; d < whole.counts().documents(); d++) {
                try {
                    if (texts) {
                        assertArrayEquals(whole.text(d), opened.text(d));
                    } else {
                        assertEquals(whole.fingerprint(d), opened.fingerprint(d));
                    }
                } catch (CorruptIndexException e) {
                    assertEquals(opened.file(), e.file());
                    refused++;
                }
            }
        }
        assertTrue(refused > tested * 9 / 10, "refused " + refused + " of " + tested);
    }

    @Test
    void datesTakeNoMoreBytesThanTheirUnitNeeds() throws IOException {
        // Up to 9,000 days, seconds of a year, and milliseconds of nine seconds.
        Map<Long, Integer> widths = Map.of(86_400_000L, 2, 3_601_000L, 4, 1L, 2);
        for (Map.Entry<Long, Integer> width : widths.entrySet()) {
            List<NewDocument> corpus = corpus(4, 40, width.getKey());
            build(SCHEME, PLAIN, corpus);
            assertStored(SCHEME, PLAIN, corpus);
            assertEquals(
                    (long) width.getValue() * corpus.size(),
                    Segment.open(segment()).dates().length());
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
                undated("none", new byte[0]));
        build(SCHEME, PLAIN, corpus);
        assertStored(SCHEME, PLAIN, corpus);
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

    @Test
    void aliasesKeepTheirOwnDates() throws IOException {
        byte[] text = RandomCorpus.utf8("the same text of several words in two documents");
        List<NewDocument> corpus = List.of(
                new NewDocument("a", text, Optional.of(START)),
                new NewDocument("b", text, Optional.of(START.plusSeconds(5))),
                undated("c", text));
        build(SCHEME, PLAIN.duplicates(Duplicates.ALIAS), corpus);
        assertStored(SCHEME, PLAIN, corpus);
        build(SCHEME, PLAIN.duplicates(Duplicates.FIRST_EXACT), corpus);
        assertStored(SCHEME, PLAIN, corpus.subList(0, 1));
    }

    /** Damage that a matching checksum hides is found by the check; a number out of range is refused by reading. */
    @Test
    void damagedDatesAreFound() throws IOException {
        List<NewDocument> corpus = corpus(7, 12, 86_400_000L);
        build(SCHEME, PLAIN, corpus);
        byte[] whole = bytes();
        byte[] flipped = whole.clone();
        flipped[ForgedFiles.offset(whole, DATES) + 3] ^= 0x41;
        Files.write(segment(), flipped);
        assertTrue(IndexCheck.check(index()).problems().toString().contains("DATES"));
        ByteBuffer forged = ByteBuffer.wrap(whole.clone()).order(ByteOrder.LITTLE_ENDIAN);
        forged.putLong(FIRST_DATE_AT, Instant.parse("9999-12-31T00:00:00Z").toEpochMilli());
        Files.write(segment(), ForgedFiles.segment(forged.array()));
        try (Snapshot snapshot = Snapshot.open(index())) {
            assertThrows(CorruptIndexException.class, () -> corpus.forEach(d -> snapshot.document(d.id())));
        }
        assertFalse(IndexCheck.check(index()).problems().isEmpty());
        forged = ByteBuffer.wrap(whole.clone()).order(ByteOrder.LITTLE_ENDIAN);
        forged.putInt(UNIT_AT, 7);
        Files.write(segment(), ForgedFiles.segment(forged.array()));
        assertMessage(CorruptIndexException.class, "dates of 2 bytes have the scale", () -> Snapshot.open(index()));
    }
}
