package io.whorl.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.IndexStats;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.Groups.Question;
import io.whorl.lab.Outcome.Answer.Effectiveness;
import io.whorl.lab.Outcome.Judge;
import io.whorl.lab.Outcome.Judge.Ranking;
import io.whorl.lab.Outcome.Means;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Matches;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.scheme.TextRules;
import io.whorl.testing.NeedsData;
import io.whorl.testing.Repeated;
import io.whorl.testing.TestData;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.io.function.IOBiConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
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
        List<Snapshot> indexes =
                Repeated.list(HASH_FUNCTIONS, i -> index(selection, Hashing.DEFAULT_SEED + i, UNCHANGED));
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

    /** The collection {@code linuxdocs-dev}: versions of technical documents, their groups and the queries. */
    static final class DevCollection {
        private final Texts texts;
        private final Groups groups;
        private final List<Question> questions;
        private final Map<String, Integer> places = new HashMap<>();
        /** The texts of the queries. */
        private final Map<String, byte[]> asked = new HashMap<>();

        private DevCollection(Texts texts, Groups groups, List<Question> questions) throws IOException {
            this.texts = texts;
            this.groups = groups;
            this.questions = questions;
            texts.ids().forEach(id -> places.put(id, places.size()));
            for (Question question : questions) {
                asked.put(question.id(), texts.text(question.id()));
            }
        }

        static DevCollection read() throws IOException {
            List<String> notes = new ArrayList<>();
            Texts texts = Texts.read(TestData.of("linuxdocs-dev.tar.gz"), notes::add);
            assertEquals(List.of(), notes);
            Groups groups = Groups.read(TestData.of("linuxdocs-dev.tsv"), texts);
            return new DevCollection(texts, groups, groups.questions(TestData.of("queries-dev.tsv")));
        }

        /** Returns the documents of each group, in the order of the group names. */
        Map<String, Set<String>> groups() {
            return Collections.unmodifiableMap(groups.members());
        }

        /** Returns the queries of {@code queries-dev.tsv}. */
        List<Question> questions() {
            return questions;
        }

        /** Builds an index of the whole collection after rewriting each text, and opens it. */
        Snapshot index(Path at, Scheme scheme, UnaryOperator<byte[]> rewrite) throws IOException {
            BuildOptions options = BuildOptions.DEFAULT.memory(256L << 20);
            try (IndexBuilder builder = IndexBuilder.create(at, scheme, options)) {
                texts.forEach((id, utf8) -> builder.add(id, rewrite.apply(utf8)));
                BuildReport report = builder.finish();
                assertEquals(0, report.repeatedIds());
                assertEquals(texts.size(), report.index().documents());
            }
            return Snapshot.open(at);
        }

        /** Passes each text to a taker, in the order of the archive. */
        void forEach(IOBiConsumer<String, byte[]> taker) throws IOException {
            texts.forEach(taker);
        }

        /** Returns the text of a document. */
        byte[] text(String id) throws IOException {
            return texts.text(id);
        }

        /**
         * Asks the queries of an index and computes the figures as the reference does.
         *
         * @param rewrite the change that was made to the texts of the index
         */
        Means figures(Snapshot index, Measure measure, UnaryOperator<byte[]> rewrite) {
            return figures(index, QueryOptions.DEFAULT.measure(measure), rewrite);
        }

        /** @param options all but {@code top}: the ranking is always complete */
        Means figures(Snapshot index, QueryOptions options, UnaryOperator<byte[]> rewrite) {
            List<Effectiveness> each = new ArrayList<>();
            for (Question question : questions) {
                Matches matches = matches(index, options, rewrite, question);
                List<Match> ranking = new ArrayList<>(matches.matches());
                // The reference breaks ties by the position of the document in the archive.
                ranking.sort(Comparator.comparingDouble(Match::score)
                        .reversed()
                        .thenComparing(match -> places.get(match.id())));
                each.add(Judge.effectiveness(Ranking.of(ranking, matches.self().orElseThrow()), question.right()));
            }
            return Means.of(each);
        }

        /** Returns all documents that share a minutia with the query, in Whorl's order. */
        Matches matches(Snapshot index, QueryOptions options, UnaryOperator<byte[]> rewrite, Question question) {
            return index.query(rewrite.apply(asked.get(question.id())), options.top(1_000_000));
        }
    }

    /** Tests the default scheme and a preset on versions of technical documents. */
    @Nested
    @LongForm
    class DefaultAndPreset {
        private static final Scheme FULL = Scheme.builder().build();
        private static final Scheme PRESET = Preset.NEAR_DUPLICATES.scheme().build();
        private static final QueryOptions OPTIONS =
                Preset.NEAR_DUPLICATES.query().minScore(0);
        private static final int COMMIT = 1_000;
        private static final double TOLERANCE = 0.01;

        /** One document from each project; each has five to ten versions. */
        private static final List<String> NAMED = List.of(
                "curl/docs/libcurl/curl_multi_perform.3",
                "git/Documentation/git-read-tree.txt",
                "httpd/docs/manual/howto/htaccess.xml",
                "kernel/filesystems/fscrypt.rst",
                "ldp/LDP/howto/docbook/HOWTO-INDEX/howtoChap.sgml",
                "man-pages/man2/read.2",
                "peps/pep-0261.txt",
                "perl/lib/Pod/Simple.pod",
                "rustbook/second-edition/src/ch12-01-accepting-command-line-arguments.md",
                "vim/runtime/doc/usr_toc.txt");

        @TempDir
        static Path indexes;

        private static Snapshot full;
        private static Snapshot preset;

        /** Runs once, but in a method before each test, because JUnit does not report tests skipped in BeforeAll. */
        @BeforeEach
        void buildOnce() throws IOException {
            if (preset == null) {
                full = collection.index(indexes.resolve("full"), FULL, UNCHANGED);
                preset = collection.index(indexes.resolve("preset"), PRESET, UNCHANGED);
            }
        }

        @Test
        void statisticsMatchTheCollection() {
            IndexStats stats = full.stats();
            assertEquals(16_998, stats.documents());
            assertEquals(6_181, collection.groups().size());
            // 5.78 million shared minutiae.
            assertEquals(5_780_000, stats.minutiae() - stats.singletons(), 5_000);
            assertEquals(FULL, full.scheme());
        }

        @Test
        void allVersionsRankFirst() throws IOException {
            for (String group : NAMED) {
                Question question = question(group);
                Set<String> first = ranking(question).stream()
                        .filter(match -> match.rank() <= question.right().size())
                        .map(Match::id)
                        .collect(Collectors.toSet());
                assertEquals(new TreeSet<>(question.right()), new TreeSet<>(first));
            }
        }

        /** Not all: some co-derivatives are in different groups, and some pages are mostly boilerplate. */
        @Test
        void nearlyAllVersionsRankFirstInASample() throws IOException {
            List<String> groups = collection.groups().entrySet().stream()
                    .filter(group -> group.getValue().size() >= 3)
                    .map(Map.Entry::getKey)
                    .toList();
            List<Effectiveness> each = new ArrayList<>();
            for (int i = 0; i < groups.size(); i += 20) {
                Question question = question(groups.get(i));
                List<Match> ranking = ranking(question);
                assertEquals(100, ranking.get(0).score());
                each.add(Judge.effectiveness(Ranking.of(ranking, 100), question.right()));
            }
            assertEquals(105, each.size());
            Means figures = Means.of(each);
            assertTrue(figures.precision() >= 0.97 && figures.recall() >= 0.99, figures::toString);
        }

        private static Question question(String group) {
            Set<String> versions = collection.groups().get(group);
            return new Question(versions.iterator().next(), group, versions);
        }

        private static List<Match> ranking(Question question) throws IOException {
            return full.query(collection.text(question.id()), QueryOptions.DEFAULT.top(1_000_000))
                    .matches();
        }

        /** The figures depend on the seed of the hash (bench/RESULTS.md), so the margins are those of the promise. */
        @Test
        void nearDuplicatesIsAsPreciseAsFullFingerprintsAtANinthOfTheBytes() {
            long bytes = preset.stats().bytes();
            long all = full.stats().bytes();
            assertTrue(bytes <= all / 9, () -> bytes + " of " + all + " bytes");
            Means means = collection.figures(preset, Preset.NEAR_DUPLICATES.measure(), UNCHANGED);
            assertTrue(means.precision() >= 0.99, means::toString);
            assertTrue(means.separation() / means.highestFalseMatch() >= 8, means::toString);
        }

        /**
         * Document weights are computed when a segment is sealed or merged, so an index that grew commit by commit
         * ranks with other weights than an index built at once. Precision and Sep/HFM may differ by at most one
         * percent.
         */
        @Test
        void indexGrownByCommitsRanksAsIndexBuiltAtOnce() throws IOException {
            arrive(WriterOptions.DEFAULT, false);
        }

        /** Without merges no weight is ever updated for documents that are added later. */
        @Test
        void indexWithUnmergedSegmentsRanksAsIndexBuiltAtOnce() throws IOException {
            arrive(WriterOptions.DEFAULT.mergeFactor(64), true);
        }

        @Test
        void weightsRankAsExactOnes() {
            assertRanksAsPreset(OPTIONS.exactWeights(true), preset);
        }

        private void arrive(WriterOptions options, boolean sealing) throws IOException {
            try (IndexWriter writer = IndexWriter.create(temp.resolve("grown"), PRESET, options)) {
                int[] added = {0};
                collection.forEach((id, utf8) -> {
                    writer.add(id, utf8);
                    if (++added[0] % COMMIT == 0) {
                        writer.commit();
                        if (sealing) {
                            writer.seal();
                        }
                    }
                });
                writer.commit();
                writer.awaitMerges();
                try (Snapshot index = writer.snapshot()) {
                    assertRanksAsPreset(OPTIONS, index);
                }
                try (Snapshot index = Snapshot.open(temp.resolve("grown"))) {
                    assertRanksAsPreset(OPTIONS, index);
                }
            }
        }

        private static void assertRanksAsPreset(QueryOptions options, Snapshot index) {
            Means expected = collection.figures(preset, OPTIONS, UNCHANGED);
            Means actual = collection.figures(index, options, UNCHANGED);
            double ratio = expected.ratio().orElseThrow();
            assertEquals(expected.precision(), actual.precision(), TOLERANCE * expected.precision());
            assertEquals(ratio, actual.ratio().orElseThrow(), TOLERANCE * ratio);
        }
    }

    // Short answers that were copied to known degrees (Clough & Stevenson 2011), by word trigrams (LMD).

    /** The mean containment of the answers in their originals, to two decimals, from an independent count. */
    private static final Map<String, Double> EXPECTED = Map.of("cut", 0.65, "light", 0.50, "heavy", 0.30, "non", 0.03);

    private static final double ROUNDING = 0.005;

    @ParameterizedTest
    @EnumSource(TextRules.Words.class)
    void meanContainmentMatchesAnIndependentCount(TextRules.Words words) throws IOException {
        Path truth = TestData.of("clough-stevenson/truth.tsv");
        Path texts = truth.resolveSibling("docs");
        Fingerprinter fingerprinter =
                Fingerprinter.of(Scheme.builder().granularity(3).words(words).build());
        Map<String, List<Double>> containments = new TreeMap<>();
        List<String> rows = Files.readAllLines(truth);
        for (String row : rows.subList(1, rows.size())) {
            String[] fields = row.split("\t");
            String category = fields[2];
            if (!category.equals("orig")) {
                Fingerprint answer = fingerprinter.fingerprint(Files.readAllBytes(texts.resolve(fields[0])));
                Fingerprint original = fingerprinter.fingerprint(Files.readAllBytes(texts.resolve(fields[3])));
                containments
                        .computeIfAbsent(category, any -> new ArrayList<>())
                        .add((double) answer.shared(original) / answer.size());
            }
        }
        assertEquals(EXPECTED.keySet(), containments.keySet());
        containments.forEach((category, each) -> assertEquals(
                EXPECTED.get(category),
                each.stream().mapToDouble(Double::doubleValue).average().orElseThrow(),
                ROUNDING,
                category));
    }
}
