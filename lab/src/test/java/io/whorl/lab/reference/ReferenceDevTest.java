package io.whorl.lab.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.LongForm;
import io.whorl.lab.Samples;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Groups.Question;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.reference.DevCollectionTest.DevCollection;
import io.whorl.lab.reference.ReferenceDevTest.ReferenceTable;
import io.whorl.lab.run.Grid;
import io.whorl.lab.run.Laboratory;
import io.whorl.lab.run.Outcome;
import io.whorl.lab.run.Outcome.Means;
import io.whorl.lab.run.ResultsFolder;
import io.whorl.measure.Measure;
import io.whorl.query.IndexStats;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.scheme.TextRules;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares selection strategies with the table of an independent brute-force implementation: the same queries on the
 * same 16,998 documents. Where no hash value decides which chunks are selected, the figures must be equal to the digit.
 * The short form tests one strategy.
 */
@NeedsData
class ReferenceDevTest {
    private static final UnaryOperator<byte[]> UNCHANGED = UnaryOperator.identity();
    private static final int HASH_FUNCTIONS = 8;

    private static DevCollection collection;
    private static ReferenceTable reference;

    @TempDir
    private Path temp;

    /** Runs once, but in a method before each test, because JUnit does not report tests skipped in BeforeAll. */
    @BeforeEach
    void readOnce() throws IOException {
        if (collection == null) {
            reference = ReferenceTable.read();
            collection = DevCollection.read();
        }
    }

    @Test
    void anchorEqualsTheReference() throws IOException {
        assertEqualFigures("anchor", "percent resemblance");
    }

    @LongForm
    @ParameterizedTest
    @CsvSource({"full, percent resemblance", "first-r-sliding, percent"})
    void strategiesWithoutHashSelectionEqualTheReference(String selection, String measures) throws IOException {
        assertEqualFigures(selection, measures);
    }

    private void assertEqualFigures(String selection, String measures) throws IOException {
        Snapshot index = index(selection, Hashing.DEFAULT_SEED, UNCHANGED);
        for (String measure : measures.split(" ")) {
            assertAgrees(selection + ", " + measure, index, measure(measure), UNCHANGED);
        }
    }

    @LongForm
    @ParameterizedTest
    @ValueSource(strings = {"full", "anchor"})
    void weightedContainmentEqualsTheReference(String selection) throws IOException {
        Snapshot index = index(selection, Hashing.DEFAULT_SEED, UNCHANGED);
        assertEquals(
                reference
                        .get(selection + ", shared weighted by ln(1+N/f_t)")
                        .figures()
                        .toString(),
                collection
                        .figures(index, Measure.WEIGHTED_CONTAINMENT, UNCHANGED)
                        .toString());
    }

    /** Ranking by single words and their frequencies, without stop words (HZ 3 and 4). */
    @LongForm
    @Test
    void rankingByWordsEqualsTheReference() throws IOException {
        Scheme words = Scheme.builder()
                .stop(stopWords())
                .granularity(1)
                .frequencies(true)
                .build();
        Snapshot index = collection.index(temp.resolve("words"), words, UNCHANGED);
        for (Measure measure : Measure.values()) {
            if (measure.usesFrequencies()) {
                assertAgrees(measure.label().replace('-', ' '), index, measure, UNCHANGED);
            }
        }
    }

    /** The reference splits sentences in a simpler way. Given the same sentences, the same chunks must be selected. */
    @LongForm
    @Test
    void kthInSentenceEqualsTheReferenceOnItsSentences() throws IOException {
        Snapshot index = index("kth-in-sentence", Hashing.DEFAULT_SEED, BareSentences::rewrite);
        assertAgrees("kth-in-sentence, percent", index, Measure.PERCENT, BareSentences::rewrite);
    }

    @LongForm
    @Test
    void kthInSentenceIsCloseToTheReferenceOnWhorlsSentences() throws IOException {
        Snapshot index = index("kth-in-sentence", Hashing.DEFAULT_SEED, UNCHANGED);
        Means ours = collection.figures(index, Measure.PERCENT, UNCHANGED);
        Means theirs = reference.get("kth-in-sentence, percent").figures();
        assertEquals(theirs.precision(), ours.precision(), 0.02);
        assertEquals(theirs.recall(), ours.recall(), 0.02);
        assertEquals(theirs.highestFalseMatch(), ours.highestFalseMatch(), 2);
        assertEquals(theirs.separation(), ours.separation(), 2);
    }

    /**
     * The hash function of the reference is not known, so its figures must lie within the spread of several of ours.
     */
    @LongForm
    @ParameterizedTest
    @CsvSource({"mod, mod 25, percent", "winnowing, winnowing, percent resemblance"})
    void referenceLiesWithinTheSpreadOfHashFunctions(String selection, String method, String measures)
            throws IOException {
        List<Snapshot> indexes = new ArrayList<>();
        for (int i = 0; i < HASH_FUNCTIONS; i++) {
            indexes.add(index(selection, Hashing.DEFAULT_SEED + i, UNCHANGED));
        }
        for (String measure : measures.split(" ")) {
            Spread spread = new Spread(indexes.stream()
                    .map(index -> collection.figures(index, measure(measure), UNCHANGED))
                    .toList());
            spread.assertHolds(
                    method + ", " + measure,
                    reference.get(method + ", " + measure).figures());
        }
        double expected = reference.get(method + ", percent").minutiae().orElseThrow();
        for (Snapshot index : indexes) {
            assertEquals(expected, minutiaePerDocument(index), 0.5 + expected / 100);
        }
    }

    /** Fingerprints of fifteen chunks have many equal scores. */
    @LongForm
    @Test
    void tiesAreRankedById() throws IOException {
        Snapshot index = index("first-r-sliding", Hashing.DEFAULT_SEED, UNCHANGED);
        int ties = 0;
        for (Question question : collection.questions()) {
            List<Match> ranking = collection
                    .matches(index, QueryOptions.DEFAULT.measure(Measure.PERCENT), UNCHANGED, question)
                    .matches();
            List<Match> sorted = new ArrayList<>(ranking);
            sorted.sort(Comparator.comparingDouble(Match::score).reversed().thenComparing(Match::id));
            assertEquals(sorted, ranking);
            ties += ranking.size()
                    - (int) ranking.stream()
                            .mapToDouble(Match::score)
                            .distinct()
                            .count();
        }
        assertTrue(ties > 1_000, "only " + ties + " ties; too few to test their order");
    }

    /** The library has the same stop list as the reference. */
    @Test
    void stopListEqualsThatOfTheReference() throws IOException {
        assertEquals(new TreeSet<>(TextRules.ENGLISH_STOP_WORDS), new TreeSet<>(stopWords()));
        assertEquals(116, TextRules.ENGLISH_STOP_WORDS.size());
    }

    private static void assertAgrees(String method, Snapshot index, Measure measure, UnaryOperator<byte[]> rewrite) {
        ReferenceTable.Row expected = reference.get(method);
        assertEquals(
                expected.figures().toString(),
                collection.figures(index, measure, rewrite).toString(),
                method);
        expected.minutiae().ifPresent(n -> assertEquals(n, Math.round(minutiaePerDocument(index)), method));
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
        return Files.readAllLines(TestData.of("stop-english.txt"));
    }

    private static double minutiaePerDocument(Snapshot index) {
        IndexStats stats = index.stats();
        return (double) stats.postings() / stats.documents();
    }

    private static Measure measure(String name) {
        return Measure.valueOf(name.toUpperCase(Locale.ROOT));
    }

    /**
     * Rewrites a text so that Whorl splits it into the sentences of the reference implementation, which end at each of
     * {@code . ! ?} and nowhere else. Words do not change.
     */
    private static final class BareSentences {
        private BareSentences() {}

        static byte[] rewrite(byte[] utf8) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(utf8.length + utf8.length / 8);
            for (byte b : utf8) {
                switch (b) {
                    case '\n', '\r' -> out.write(' ');
                    case '.', '!', '?' -> {
                        // A blank line ends a sentence even after abbreviations and single letters.
                        out.write('\n');
                        out.write('\n');
                    }
                    default -> out.write(b);
                }
            }
            return out.toByteArray();
        }
    }

    /**
     * The figures of one method with several hash functions. Those of another hash function should lie between them.
     */
    private record Spread(List<Means> figures) {
        /** Half a unit of the last digit in the reference. */
        private static final double ROUNDING = 0.005;

        void assertHolds(String method, Means reference) {
            assertHolds(method + ": precision", reference, Means::precision);
            assertHolds(method + ": recall", reference, Means::recall);
            assertHolds(method + ": highest false match", reference, Means::highestFalseMatch);
            assertHolds(method + ": separation", reference, Means::separation);
        }

        private void assertHolds(String name, Means reference, ToDoubleFunction<Means> figure) {
            double[] sorted = figures.stream().mapToDouble(figure).sorted().toArray();
            double expected = figure.applyAsDouble(reference);
            assertTrue(
                    sorted[0] - ROUNDING <= expected && expected <= sorted[sorted.length - 1] + ROUNDING,
                    () -> name + " is " + expected + " in the reference, but " + figures + " here");
        }
    }

    /** The results of the brute-force implementation, {@code reference-dev.txt}. */
    static final class ReferenceTable {
        /** @param minutiae per document, rounded, if the row has it */
        record Row(Means figures, OptionalInt minutiae) {}

        /** The number of queries of each row. */
        private static final int QUERIES = 53;

        private static final String NUMBER = "\\s+(-?\\d+\\.\\d\\d)";
        private static final Pattern ROW = Pattern.compile(
                "(\\S.*?)" + NUMBER.repeat(5) + "\\s+(\\d+), (\\d+)(?:\\s+(\\d+))?(?:\\s+hash-free)?\\s*");

        private final Map<String, Row> rows = new LinkedHashMap<>();

        private ReferenceTable() {}

        static ReferenceTable read() throws IOException {
            ReferenceTable table = new ReferenceTable();
            for (String line : Files.readAllLines(TestData.of("reference-dev.txt"))) {
                Matcher row = ROW.matcher(line);
                if (row.matches()) {
                    table.rows.put(row.group(1), row(row));
                }
            }
            return table;
        }

        private static Row row(Matcher row) {
            Means figures = new Means(
                    QUERIES,
                    Double.parseDouble(row.group(2)),
                    Double.parseDouble(row.group(3)),
                    Double.parseDouble(row.group(4)),
                    Double.parseDouble(row.group(5)),
                    Integer.parseInt(row.group(7)),
                    Integer.parseInt(row.group(8)));
            OptionalInt minutiae =
                    row.group(9) == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(row.group(9)));
            return new Row(figures, minutiae);
        }

        Row get(String method) {
            return Optional.ofNullable(rows.get(method))
                    .orElseThrow(() -> new IllegalArgumentException(
                            "method is " + method + "; the reference has " + rows.keySet()));
        }
    }

    // A run of the laboratory, from grid to result files.

    @Test
    @LongForm
    void resultsEqualTheReferenceTable() throws IOException {
        ReferenceTable reference = ReferenceTable.read();
        Grid grid = Grid.parse("grid", """
                stop = %s
                granularity = 4
                selection = full anchor
                measure = percent resemblance
                """.formatted(TestData.of("stop-english.txt")), temp);
        try (Texts texts = Samples.texts(TestData.of("linuxdocs-dev.tar.gz"))) {
            Groups groups = Groups.read(TestData.of("linuxdocs-dev.tsv"), texts);
            Laboratory laboratory = new Laboratory(
                    texts, groups.questions(TestData.of("queries-dev.tsv")), 1, 2, progress -> {}, Duration.ZERO);
            try (ResultsFolder folder = ResultsFolder.open(temp.resolve("out"), laboratory.about(grid), false)) {
                laboratory.run(grid, folder);
            }
        }
        for (Outcome outcome : ResultsFolder.read(temp.resolve("out")).outcomes()) {
            ReferenceTable.Row expected = reference.get(outcome.configuration().name());
            assertEquals(
                    expected.figures().toString(),
                    outcome.means().toString(),
                    outcome.configuration().name());
            expected.minutiae()
                    .ifPresent(n -> assertEquals(n, Math.round(outcome.size().minutiaePerDocument())));
        }
    }
}
