package io.whorl.lab.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.collection.Question;
import io.whorl.lab.model.Means;
import io.whorl.measure.Measure;
import io.whorl.query.IndexStats;
import io.whorl.query.Match;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.scheme.StopWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Selection strategies against the table of an independent brute-force implementation: the same questions, asked of the
 * same 16,998 documents, must be answered equally well; to the digit where no hash value decides what is selected.
 */
class ReferenceDevTest {
    private static final UnaryOperator<byte[]> AS_IT_IS = UnaryOperator.identity();
    private static final int HASH_FUNCTIONS = 8;

    private static DevCollection collection;
    private static ReferenceTable reference;
    private static Trial trial;

    @TempDir
    private Path temp;

    /** Once, but before each test: what is skipped before all of them is not reported. */
    @BeforeEach
    void readOnce() throws IOException {
        if (trial == null) {
            reference = ReferenceTable.read();
            collection = DevCollection.read();
            trial = new Trial(collection);
        }
    }

    @ParameterizedTest
    @CsvSource({"full, percent resemblance", "anchor, percent resemblance", "first-r-sliding, percent"})
    void agreesToTheDigitWhereNoHashValueDecides(String selection, String measures) throws IOException {
        Snapshot index = index(selection, Hashing.DEFAULT_SEED, AS_IT_IS);
        for (String measure : measures.split(" ")) {
            assertAgrees(selection + ", " + measure, index, measure(measure), AS_IT_IS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"full", "anchor"})
    void agreesToTheDigitOnContainmentWeightedByRarity(String selection) throws IOException {
        Snapshot index = index(selection, Hashing.DEFAULT_SEED, AS_IT_IS);
        assertEquals(
                reference
                        .get(selection + ", shared weighted by ln(1+N/f_t)")
                        .figures()
                        .toString(),
                trial.figures(index, Measure.WEIGHTED_CONTAINMENT, AS_IT_IS).toString());
    }

    /** HZ 3 and 4: single words, stopped, with how often each occurs. */
    @Test
    void agreesToTheDigitOnRankingByWords() throws IOException {
        Scheme words = Scheme.builder()
                .stop(stopWords())
                .granularity(1)
                .frequencies(true)
                .build();
        Snapshot index = collection.index(temp.resolve("words"), words, AS_IT_IS);
        for (Measure measure : Measure.values()) {
            if (measure.usesFrequencies()) {
                assertAgrees(measure.label().replace('-', ' '), index, measure, AS_IT_IS);
            }
        }
    }

    /** The reference has simpler sentences than DEFINITIONS; given the same, the same chunks must be chosen. */
    @Test
    void agreesToTheDigitOnKthInSentenceGivenTheReferencesSentences() throws IOException {
        Snapshot index = index("kth-in-sentence", Hashing.DEFAULT_SEED, BareSentences::rewrite);
        assertAgrees("kth-in-sentence, percent", index, Measure.PERCENT, BareSentences::rewrite);
    }

    @Test
    void isCloseOnKthInSentenceWithSentencesAsDefined() throws IOException {
        Snapshot index = index("kth-in-sentence", Hashing.DEFAULT_SEED, AS_IT_IS);
        Means ours = trial.figures(index, Measure.PERCENT, AS_IT_IS);
        Means theirs = reference.get("kth-in-sentence, percent").figures();
        assertEquals(theirs.precision(), ours.precision(), 0.02);
        assertEquals(theirs.recall(), ours.recall(), 0.02);
        assertEquals(theirs.highestFalseMatch(), ours.highestFalseMatch(), 2);
        assertEquals(theirs.separation(), ours.separation(), 2);
    }

    /** The reference's hash function is not known: its figures must lie where those of several of ours lie. */
    @ParameterizedTest
    @CsvSource({"mod, mod 25, percent", "winnowing, winnowing, percent resemblance"})
    void hasTheReferenceAmongTheFiguresOfSeveralHashFunctions(String selection, String method, String measures)
            throws IOException {
        List<Snapshot> indexes = new ArrayList<>();
        for (int i = 0; i < HASH_FUNCTIONS; i++) {
            indexes.add(index(selection, Hashing.DEFAULT_SEED + i, AS_IT_IS));
        }
        for (String measure : measures.split(" ")) {
            Spread spread = new Spread(indexes.stream()
                    .map(index -> trial.figures(index, measure(measure), AS_IT_IS))
                    .toList());
            spread.assertHolds(
                    method + ", " + measure,
                    reference.get(method + ", " + measure).figures());
        }
        double expected = reference.get(method + ", percent").minutiae().orElseThrow();
        for (Snapshot index : indexes) {
            assertEquals(expected, minutiaeADocument(index), 0.5 + expected / 100);
        }
    }

    /** Fingerprints of fifteen chunks tie often. */
    @Test
    void ranksTiesById() throws IOException {
        Snapshot index = index("first-r-sliding", Hashing.DEFAULT_SEED, AS_IT_IS);
        int ties = 0;
        for (Question question : collection.questions()) {
            List<Match> ranking = trial.ranking(index, Measure.PERCENT, AS_IT_IS, question);
            List<Match> sorted = new ArrayList<>(ranking);
            sorted.sort(Comparator.comparingDouble(Match::score).reversed().thenComparing(Match::id));
            assertEquals(sorted, ranking);
            ties += ranking.size()
                    - (int) ranking.stream()
                            .mapToDouble(Match::score)
                            .distinct()
                            .count();
        }
        assertTrue(ties > 1_000, "only " + ties + " ties: the questions tell nothing of them");
    }

    /** The list of the library is the one that the reference was made with. */
    @Test
    void stopsTheSameWords() throws IOException {
        assertEquals(new TreeSet<>(StopWords.ENGLISH), new TreeSet<>(stopWords()));
        assertEquals(116, StopWords.ENGLISH.size());
    }

    private static void assertAgrees(String method, Snapshot index, Measure measure, UnaryOperator<byte[]> rewrite) {
        ReferenceTable.Row expected = reference.get(method);
        assertEquals(
                expected.figures().toString(),
                trial.figures(index, measure, rewrite).toString(),
                method);
        expected.minutiae().ifPresent(n -> assertEquals(n, Math.round(minutiaeADocument(index)), method));
    }

    private Snapshot index(String selection, long seed, UnaryOperator<byte[]> rewrite) throws IOException {
        Scheme scheme = Scheme.builder()
                .stop(stopWords())
                .granularity(4)
                .selection(Selection.of(selection))
                .seed(seed)
                .build();
        return collection.index(temp.resolve(Long.toHexString(seed)), scheme, rewrite);
    }

    private static List<String> stopWords() throws IOException {
        return Files.readAllLines(SharedData.of("stop-english.txt"));
    }

    private static double minutiaeADocument(Snapshot index) {
        IndexStats stats = index.stats();
        return (double) stats.postings() / stats.documents();
    }

    private static Measure measure(String name) {
        return Measure.valueOf(name.toUpperCase(Locale.ROOT));
    }
}
