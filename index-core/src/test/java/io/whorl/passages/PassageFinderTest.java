package io.whorl.passages;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.NotStoredException;
import io.whorl.RandomCorpus;
import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import io.whorl.align.Passage.Kind;
import io.whorl.align.Span;
import io.whorl.bulk.BuildOptions;
import io.whorl.fingerprint.Schemes;
import io.whorl.passages.FoundPassages.FoundPassage;
import io.whorl.passages.FoundPassages.Reason;
import io.whorl.query.Snapshot;
import io.whorl.query.TextSource;
import io.whorl.scheme.Scheme;
import io.whorl.testing.LongForm;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PassageFinderTest {
    private static final Scheme DEFAULT = Scheme.builder().build();
    private static final String SHARED = words(1, 60);
    private static final String QUERY = words(2, 30) + "\n\n" + SHARED + "\n\n" + words(3, 40) + "\n\n" + words(4, 80);

    @TempDir
    Path folder;

    private final Map<String, String> texts = new TreeMap<>();

    @BeforeEach
    void documents() {
        texts.put("best", words(10, 50) + "\n\n" + SHARED + "\n\n" + words(11, 20));
        texts.put("part", words(12, 70) + "\n\n" + SHARED.substring(0, SHARED.length() / 2) + "\n\n" + words(13, 50));
        texts.put("later", words(4, 80) + "\n\n" + words(14, 90));
        texts.put("unrelated", words(15, 300));
    }

    /** Made words of which each belongs to one seed. */
    private static String words(int seed, int count) {
        return RandomCorpus.words("text" + seed + "w", 0, count).trim();
    }

    private Snapshot index(Scheme scheme, BuildOptions options) throws IOException {
        Map<String, byte[]> corpus = new TreeMap<>();
        texts.forEach((id, text) -> corpus.put(id, RandomCorpus.utf8(text)));
        return Snapshot.open(RandomCorpus.indexIn(folder, scheme, corpus, options));
    }

    private Snapshot index() throws IOException {
        return index(DEFAULT, BuildOptions.DEFAULT);
    }

    private TextSource source() {
        return id -> Optional.ofNullable(texts.get(id)).map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    private FoundPassages find(Snapshot snapshot, PassageOptions options, String text) throws IOException {
        return PassageFinder.of(snapshot, source(), options).find(text);
    }

    private static List<String> ids(FoundPassages found) {
        return found.passages().stream().map(p -> p.rank() + " " + p.id()).toList();
    }

    /** The passages of a document are those of the aligner alone. */
    @Test
    void passagesComeByPlaceAndTheBestSourceOfAPlaceFirst() throws IOException {
        try (Snapshot snapshot = index()) {
            FoundPassages found = find(snapshot, PassageOptions.DEFAULT, QUERY);
            assertEquals(List.of("1 best", "2 part", "1 later"), ids(found));
            Span first = found.passages().get(0).passage().a();
            assertEquals(SHARED, QUERY.substring(first.start(), first.end()));
            assertTrue(found.complete());
            assertEquals(Map.of(), found.unavailable());
            for (String id : List.of("best", "part", "later")) {
                assertEquals(
                        Aligner.of(AlignmentOptions.DEFAULT).align(QUERY, texts.get(id)),
                        found.passages().stream()
                                .filter(p -> p.id().equals(id))
                                .map(FoundPassage::passage)
                                .toList());
            }
            assertEquals(
                    new FoundPassages(List.of(), Map.of(), List.of(), 0, true),
                    find(snapshot, PassageOptions.DEFAULT, ""));
        }
    }

    @Test
    void documentsBeyondTheLimitOrWithTooFewMinutiaeAreNotAligned() throws IOException {
        try (Snapshot snapshot = index()) {
            PassageOptions one = PassageOptions.DEFAULT.documents(1);
            FoundPassages found = find(snapshot, one, QUERY);
            assertEquals(List.of("1 later"), ids(found));
            assertFalse(found.complete());
            assertTrue(find(snapshot, one.documents(3), QUERY).complete());
            PassageOptions many = PassageOptions.DEFAULT.minShared(57);
            assertEquals(List.of("1 best", "1 later"), ids(find(snapshot, many, QUERY)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "selection=mod:m=16",
                "selection=min-s:s=50",
                "selection=winnowing:w=12",
                "granularity=1",
                "granularity=8 step=8",
                "unit=PARAGRAPH granularity=1",
                "unit=CHAR granularity=20"
            })
    void anIndexOfAnySchemeFindsTheBestSource(String settings) throws IOException {
        try (Snapshot snapshot = index(Schemes.of(settings), BuildOptions.DEFAULT)) {
            FoundPassages found = find(snapshot, PassageOptions.DEFAULT, texts.get("best"));
            assertEquals("1 best", ids(found).get(0));
        }
    }

    @Test
    void changedAndMissingTextsAreReportedAndNotAligned() throws IOException {
        try (Snapshot snapshot = index()) {
            texts.remove("best");
            texts.compute("part", (id, text) -> text + " more");
            FoundPassages found = find(snapshot, PassageOptions.DEFAULT, QUERY);
            assertEquals(List.of("1 later"), ids(found));
            assertEquals(Map.of("best", Reason.MISSING, "part", Reason.CHANGED), found.unavailable());
        }
    }

    @Test
    void theResultIsTheSameForAnyNumberOfThreads() throws IOException {
        for (int i = 0; i < 20; i++) {
            texts.put("more" + i, words(30 + i, 40) + "\n\n" + SHARED.substring(0, 300 + 5 * i));
        }
        PassageOptions eight = PassageOptions.DEFAULT.threads(8);
        try (Snapshot snapshot = index()) {
            texts.remove("part");
            texts.compute("more7", (id, text) -> text + " changed");
            FoundPassages one = find(snapshot, PassageOptions.DEFAULT, QUERY);
            assertEquals(2, one.unavailable().size());
            assertEquals(21, one.passages().size());
            assertEquals(one, find(snapshot, eight, QUERY));
            assertEquals(one, find(snapshot, eight, QUERY));
        }
    }

    @Test
    @Timeout(600)
    void longTextsAreAligned() throws IOException {
        int count = LongForm.of(20_000, 650_000);
        texts.put("long", words(20, count) + "\n\n" + SHARED);
        texts.put("other", words(21, count) + "\n\n" + words(4, 80));
        try (Snapshot snapshot = index()) {
            FoundPassages found =
                    find(snapshot, PassageOptions.DEFAULT, texts.get("other") + "\n\n" + texts.get("long"));
            assertEquals(List.of("1 other", "2 later", "1 long", "2 best", "3 part"), ids(found));
        }
    }

    @Test
    void storedTextsAreFoundAsThoseOfASource() throws IOException {
        BuildOptions storing = BuildOptions.DEFAULT.storeText(true);
        try (Snapshot plain = index();
                Snapshot stored = index(DEFAULT, storing)) {
            FoundPassages expected =
                    PassageFinder.of(plain, source(), PassageOptions.DEFAULT).find(QUERY);
            texts.clear();
            assertEquals(
                    expected, PassageFinder.of(stored, PassageOptions.DEFAULT).find(QUERY));
        }
    }

    @Test
    void anIndexWithoutTextsNeedsASource() throws IOException {
        try (Snapshot snapshot = index()) {
            String message = assertReason(
                            NotStoredException.Reason.TEXT, () -> PassageFinder.of(snapshot, PassageOptions.DEFAULT))
                    .getMessage();
            assertTrue(message.contains("storeText") && message.contains("source of the texts"), message);
        }
    }

    @Test
    void aSourceThatFailsEndsTheSearch() throws IOException {
        try (Snapshot snapshot = index()) {
            TextSource failing = id -> {
                throw new IOException("unplugged");
            };
            for (int threads : new int[] {1, 2}) {
                PassageFinder finder = PassageFinder.of(snapshot, failing, PassageOptions.DEFAULT.threads(threads));
                assertEquals(
                        "unplugged",
                        assertThrows(IOException.class, () -> finder.find(QUERY))
                                .getMessage());
            }
        }
    }

    @Test
    void theLeastNumberOfSharedMinutiaeFollowsTheScheme() {
        assertEquals(3, PassageOptions.DEFAULT.minShared(DEFAULT));
        assertEquals(1, PassageOptions.DEFAULT.minShared(Schemes.of("selection=mod:m=16")));
    }

    private static FoundPassage candidate(int document, int start, int end, int bStart, int words) {
        Passage passage = new Passage(
                new Span(start, end, start, end), new Span(bStart, bStart + 100, 0, 0), Kind.VERBATIM, words, 1);
        return new FoundPassage("d" + document, document, passage);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 40, 400})
    void placesAreThoseOfAComparisonOfAllPairs(int count) {
        for (int seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<FoundPassage> candidates = Repeated.list(count, i -> {
                int start = random.nextInt(3_000);
                int end = start + 1 + random.nextInt(random.nextBoolean() ? 2_000 : 100);
                return candidate(random.nextInt(5), start, end, random.nextInt(4), random.nextInt(1, 20));
            });
            List<FoundPassage> expected = slow(new ArrayList<>(candidates));
            assertEquals(expected, PassageFinder.ranked(candidates));
            assertEquals(count, expected.size());
            assertTrue(count == 0 || expected.get(0).rank() == 1);
        }
    }

    private static List<FoundPassage> slow(List<FoundPassage> candidates) {
        candidates.sort(Comparator.comparingInt((FoundPassage c) -> -c.passage().words())
                .thenComparingInt(FoundPassage::rank)
                .thenComparingInt(c -> c.passage().a().start())
                .thenComparingInt(c -> c.passage().b().start()));
        List<List<FoundPassage>> places = new ArrayList<>();
        for (FoundPassage c : candidates) {
            List<FoundPassage> place = places.stream()
                    .filter(p -> 2 * p.get(0).passage().a().overlap(c.passage().a())
                            >= c.passage().a().length())
                    .findFirst()
                    .orElseGet(ArrayList::new);
            if (place.isEmpty()) {
                places.add(place);
            }
            place.add(new FoundPassage(c.id(), place.size() + 1, c.passage()));
        }
        places.sort(Comparator.comparingInt(
                        (List<FoundPassage> p) -> p.get(0).passage().a().start())
                .thenComparing(p -> p.get(0).id())
                .thenComparingInt(p -> p.get(0).passage().b().start())
                .thenComparingInt(p -> p.get(0).passage().a().end()));
        return places.stream().flatMap(List::stream).toList();
    }
}
