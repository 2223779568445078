package io.whorl.bulk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.RandomCorpus;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.store.Segment;
import io.whorl.testing.ForgedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds with dates, compared with a map of ids and dates. */
class DatedBuildTest {
    /** The number of the section. */
    private static final int DATES = 15;

    private static final Scheme SCHEME = Scheme.builder().build();
    private static final BuildOptions OPTIONS =
            BuildOptions.DEFAULT.memory(16 << 20).replace(true);
    private static final Instant START = Instant.parse("2001-02-03T00:00:00Z");
    private static final int FIRST_DATE_AT = 120;
    private static final int UNIT_AT = 76;

    private record Doc(String id, byte[] text, Optional<Instant> date) {}

    @TempDir
    Path directory;

    private Path index() {
        return directory.resolve("index");
    }

    /** Every third document has no date. */
    private static List<Doc> corpus(long seed, int documents, long unitMillis) {
        Random random = new Random(seed);
        List<Doc> corpus = new ArrayList<>();
        RandomCorpus.of(seed, documents, 120).forEach((id, text) -> {
            Instant date = START.plusMillis(random.nextInt(9_000) * unitMillis);
            corpus.add(new Doc(id, text, corpus.size() % 3 == 2 ? Optional.empty() : Optional.of(date)));
        });
        return corpus;
    }

    private void build(BuildOptions options, List<Doc> documents) throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(index(), SCHEME, options)) {
            for (Doc d : documents) {
                builder.add(d.id(), d.text(), d.date());
            }
            builder.finish();
        }
    }

    private Path segment() throws IOException {
        return index().resolve(
                        IndexFiles.readManifest(index()).segments().get(0).name());
    }

    private void assertDates(List<Doc> expected) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index())) {
            assertTrue(snapshot.hasDates());
            for (Doc d : expected) {
                assertEquals(d.date(), snapshot.document(d.id()).orElseThrow().date(), d.id());
            }
        }
        assertEquals(List.of(), IndexCheck.check(index()).problems());
    }

    @Test
    void datesComeBackAndTheBytesDependOnTheDocumentsAlone() throws IOException {
        for (boolean texts : new boolean[] {false, true}) {
            BuildOptions options = OPTIONS.storeText(texts);
            List<Doc> corpus = corpus(1, 90, 1_000);
            build(options, corpus);
            assertDates(corpus);
            byte[] expected = Files.readAllBytes(segment());
            List<Doc> shuffled = new ArrayList<>(corpus);
            for (int threads : new int[] {1, 3}) {
                for (long runText : new long[] {4_000, Long.MAX_VALUE}) {
                    Collections.shuffle(shuffled, new Random(2));
                    build(options.threads(threads).runText(runText), shuffled);
                    assertArrayEquals(
                            expected, Files.readAllBytes(segment()), threads + " threads, runs of " + runText);
                }
            }
        }
    }

    @Test
    void withoutDatesTheIndexHasNoByteMore() throws IOException {
        List<Doc> undated = corpus(3, 30, 1).stream()
                .map(d -> new Doc(d.id(), d.text(), Optional.empty()))
                .toList();
        build(OPTIONS, undated);
        byte[] bytes = Files.readAllBytes(segment());
        try (IndexBuilder builder = IndexBuilder.create(index(), SCHEME, OPTIONS)) {
            for (Doc d : undated) {
                builder.add(d.id(), d.text());
            }
            builder.finish();
        }
        assertArrayEquals(bytes, Files.readAllBytes(segment()));
        assertEquals(0, ForgedFiles.length(bytes, DATES));
        try (Snapshot snapshot = Snapshot.open(index())) {
            assertFalse(snapshot.hasDates());
            assertEquals(
                    Optional.empty(),
                    snapshot.document(undated.get(0).id()).orElseThrow().date());
        }
    }

    @Test
    void datesTakeNoMoreBytesThanTheirUnitNeeds() throws IOException {
        // Up to 9,000 days, seconds of a year, and milliseconds of nine seconds.
        Map<Long, Integer> widths = Map.of(86_400_000L, 2, 3_601_000L, 4, 1L, 2);
        for (Map.Entry<Long, Integer> width : widths.entrySet()) {
            List<Doc> corpus = corpus(4, 40, width.getKey());
            build(OPTIONS, corpus);
            assertDates(corpus);
            assertEquals(
                    (long) width.getValue() * corpus.size(),
                    Segment.open(segment()).dates().length());
        }
    }

    @Test
    void extremeDatesComeBackAndOthersAreRefused() throws IOException {
        List<Doc> corpus = List.of(
                new Doc(
                        "first",
                        RandomCorpus.utf8("one two three four five"),
                        Optional.of(Instant.parse("0001-01-01T00:00:00Z"))),
                new Doc(
                        "last",
                        RandomCorpus.utf8("six seven eight"),
                        Optional.of(Instant.parse("9999-12-31T23:59:59.999Z"))),
                new Doc("none", RandomCorpus.utf8(""), Optional.empty()));
        build(OPTIONS, corpus);
        assertDates(corpus);
        for (String wrong : List.of("0000-12-31T23:59:59.999Z", "+10000-01-01T00:00:00Z")) {
            Doc doc = new Doc("a", new byte[0], Optional.of(Instant.parse(wrong)));
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> build(OPTIONS, List.of(doc)));
            assertTrue(e.getMessage().contains("its year must be from 1 to 9999"), e.getMessage());
        }
    }

    @Test
    void aliasesKeepTheirOwnDates() throws IOException {
        byte[] text = RandomCorpus.utf8("the same text of several words in two documents");
        List<Doc> corpus = List.of(
                new Doc("a", text, Optional.of(START)),
                new Doc("b", text, Optional.of(START.plusSeconds(5))),
                new Doc("c", text, Optional.empty()));
        build(OPTIONS.duplicates(Duplicates.ALIAS), corpus);
        assertDates(corpus);
        build(OPTIONS.duplicates(Duplicates.FIRST_EXACT), corpus);
        assertDates(corpus.subList(0, 1));
    }

    /** Damage that a matching checksum hides is found by the check; a number out of range is refused by reading. */
    @Test
    void damageIsFound() throws IOException {
        List<Doc> corpus = corpus(7, 12, 86_400_000L);
        build(OPTIONS, corpus);
        byte[] whole = Files.readAllBytes(segment());
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
        CorruptIndexException e = assertThrows(CorruptIndexException.class, () -> Snapshot.open(index()));
        assertTrue(e.getMessage().contains("dates of 2 bytes have the scale"), e.getMessage());
    }
}
