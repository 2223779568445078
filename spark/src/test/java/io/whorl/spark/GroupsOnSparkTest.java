package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.Duplicates;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.SimilarityOptions.Keep;
import io.whorl.cluster.SimilarityOptions.Representative;
import io.whorl.hash.SplitMix64;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.spark.GroupSample.Document;
import io.whorl.spark.SharedLists.HeavySearch;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the answers with those of one machine. The long form, {@code -Dio.whorl.long=true}, tries many collections,
 * measures, rules and limits.
 */
class GroupsOnSparkTest {
    private static final Scheme FULL = Scheme.builder().granularity(2).build();
    private static final int COLLECTIONS = 36;
    private static final List<Measure> MEASURES = List.of(
            Measure.WEIGHTED_RESEMBLANCE,
            Measure.RESEMBLANCE,
            Measure.CONTAINMENT,
            Measure.CONTAINED,
            Measure.WEIGHTED_CONTAINMENT,
            Measure.SHARED);

    @TempDir
    Path temp;

    private static List<String> lines(Dataset<Row> rows) {
        return rows.toJSON().collectAsList().stream().sorted().toList();
    }

    private static SparkOptions options() {
        return SparkOptions.DEFAULT.dateColumn("date");
    }

    private Path index(List<Document> documents, Scheme scheme, Duplicates duplicates) throws IOException {
        Path index = temp.resolve("index" + temp.toFile().list().length);
        OneMachine.build(index, documents, scheme, duplicates);
        return index;
    }

    private List<String> pairsAreEqual(
            List<Document> documents, Scheme scheme, SimilarityOptions pairs, SparkOptions options) throws IOException {
        Path index = index(documents, scheme, options.duplicates.orElse(Duplicates.IGNORE));
        List<String> expected = OneMachine.pairs(index, pairs);
        try (GroupResult found = WhorlSpark.pairs(GroupSample.frame(documents), scheme, pairs, options)) {
            assertEquals(expected, lines(found.rows()), pairs + " " + scheme);
        }
        return expected;
    }

    private List<String> clustersAreEqual(
            List<Document> documents, Scheme scheme, SimilarityOptions clusters, SparkOptions options)
            throws IOException {
        Path index = index(documents, scheme, options.duplicates.orElse(Duplicates.IGNORE));
        List<String> expected = OneMachine.clusters(index, clusters);
        Map<String, Long> figures = OneMachine.clusterFigures(index, clusters);
        try (GroupResult found = WhorlSpark.clusters(GroupSample.frame(documents), scheme, clusters, options)) {
            assertEquals(expected, lines(found.rows()), clusters + " " + scheme);
            figures.forEach((name, count) -> assertEquals(count, found.figures().get(name), name));
        }
        return expected;
    }

    private List<String> survivorsAreEqual(
            List<Document> documents, Scheme scheme, SimilarityOptions survivors, SparkOptions options)
            throws IOException {
        Path index = index(documents, scheme, options.duplicates.orElse(Duplicates.ALIAS));
        List<String> expected = OneMachine.dedup(index, survivors);
        Map<String, Long> figures = OneMachine.dedupFigures(index, survivors);
        try (DedupResult found = WhorlSpark.dedup(GroupSample.frame(documents), scheme, survivors, options)) {
            assertEquals(expected, lines(found.rows()), survivors + " " + scheme);
            figures.forEach((name, count) -> assertEquals(count, found.figures().get(name), name));
            List<String> kept = lines(found.survivors().select("id"));
            assertEquals(documents.size() - expected.size(), kept.size());
            found.rows()
                    .select("drop")
                    .collectAsList()
                    .forEach(row -> assertTrue(!kept.contains("{\"id\":\"" + row.getString(0) + "\"}")));
        }
        return expected;
    }

    @Test
    void aTemplateOfWhichNoDocumentIsACopyIsAFrame() throws IOException {
        List<Document> documents = Repeated.list(60, i -> {
            String words = Repeated.text(40, j -> (j < 28 ? "pair" + i / 2 : "own" + i) + "x" + j + " ");
            return new Document("d" + i, words + Repeated.text(12, j -> "template" + j + " "), null, null);
        });
        // The sample shows the template as minutiae with many holders.
        SimilarityOptions survivors =
                SimilarityOptions.SURVIVORS.minScore(0.3).maxDf(12).commonDf(10);
        assertEquals(
                30,
                survivorsAreEqual(documents, FULL, survivors, options().sampleOf(1))
                        .size());
    }

    @Test
    @EnabledIfSystemProperty(named = "io.whorl.long", matches = "true")
    void clustersChosenInRoundsAmongTemplatesAreThoseOfOneMachine() throws IOException {
        SimilarityOptions clusters =
                SimilarityOptions.CLUSTERS.commonDf(4).maxDf(12).minScore(0.25);
        List<String> members = clustersAreEqual(
                GroupSample.of(2, 60), FULL, clusters, options().taskPairs(0).sampleOf(1));
        assertTrue(members.size() > 20, "few are in clusters: " + members);
    }

    @Test
    @EnabledIfSystemProperty(named = "io.whorl.long", matches = "true")
    void allOptionsGiveTheAnswersOfOneMachine() throws IOException {
        for (int seed = 0; seed < COLLECTIONS; seed++) {
            Random random = new Random(seed);
            List<Document> documents = GroupSample.of(seed, 20 + random.nextInt(100));
            Measure measure = MEASURES.get(random.nextInt(MEASURES.size()));
            double minScore = measure == Measure.SHARED ? 1 + random.nextInt(30) : 0.05 + random.nextInt(18) * 0.05;
            long maxDf = random.nextBoolean() ? 1_000 : 1 + random.nextInt(30);
            long commonDf = random.nextBoolean() ? 150 : 1 + random.nextInt(10);
            SparkOptions options = options()
                    .duplicates(random.nextBoolean() ? Duplicates.ALIAS : Duplicates.KEEP)
                    .taskPairs(random.nextInt(3) * 20L)
                    .sampleOf(1 + random.nextInt(2));
            switch (seed % 3) {
                case 0 ->
                    pairsAreEqual(
                            documents,
                            FULL,
                            SimilarityOptions.PAIRS
                                    .measure(measure)
                                    .minScore(minScore)
                                    .maxDf(maxDf)
                                    .commonDf(commonDf),
                            options);
                case 1 ->
                    clustersAreEqual(
                            documents,
                            FULL,
                            SimilarityOptions.CLUSTERS
                                    .representative(Representative.values()[random.nextInt(3)])
                                    .measure(measure)
                                    .minScore(minScore)
                                    .maxDf(maxDf)
                                    .commonDf(commonDf),
                            options);
                default ->
                    survivorsAreEqual(
                            documents,
                            FULL,
                            SimilarityOptions.SURVIVORS
                                    .keep(Keep.values()[random.nextInt(3)])
                                    .measure(measure)
                                    .minScore(minScore)
                                    .maxDf(maxDf)
                                    .commonDf(commonDf),
                            options);
            }
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "io.whorl.long", matches = "true")
    void schemesThatCompareSketchesAndLevelsGiveTheAnswersOfOneMachine() throws IOException {
        for (String selection : List.of("min-s", "mod-by-size", "winnowing")) {
            Scheme scheme = Scheme.builder()
                    .granularity(2)
                    .selection(selection, Map.of())
                    .build();
            pairsAreEqual(GroupSample.of(5, 60), scheme, SimilarityOptions.PAIRS.minScore(0.2), options());
        }
    }

    // Minutiae that many families hold.

    private static final StructType FAMILIES = new StructType()
            .add("u", DataTypes.LongType)
            .add("size", DataTypes.IntegerType)
            .add("minutiae", DataTypes.BinaryType);

    private static HeavySearch.HeavyMinutiae find(long maxDf, boolean alias) {
        // All 100 families hold 7 and 9, every second one holds 11, and each holds one minutia alone.
        List<Row> rows = Repeated.list(100, u -> {
            long[] minutiae = LongStream.of(7, 9, u % 2 == 0 ? 11 : 9, 1_000 + u)
                    .distinct()
                    .toArray();
            return RowFactory.create((long) u, u == 3 ? 5 : 1, Blocks.encode(minutiae));
        });
        SimilarPairs.PairRule rule = new SimilarPairs.PairRule(
                Scheme.builder().build().toJson(), Measure.RESEMBLANCE, 0.5, maxDf, Long.MAX_VALUE, alias);
        return new HeavySearch(rule, 1).find(GroupSample.session().createDataFrame(rows, FAMILIES), 100, 2);
    }

    @Test
    void minutiaeAboveTheLimitAreFoundAndCounted() {
        GroupResult.Figures figures = new GroupResult.Figures();
        HeavySearch.HeavyMinutiae heavy = find(60, false);
        heavy.addTo(figures);
        assertEquals(2, heavy.size());
        assertEquals(100, heavy.lists()[heavy.find(7)].held());
        assertEquals(104, heavy.lists()[heavy.find(9)].holders());
        assertTrue(heavy.find(11) < 0);
        assertEquals(2, figures.get("ignoredMinutiae"));
        assertEquals(1, figures.get("ignoredLists"), "the same families hold both");
        assertEquals(208, figures.get("ignoredPostings"));
        assertEquals(0, find(100, true).size());
    }

    @Test
    void numbersOfAllSizesAreReadBack() {
        Random random = new Random(1);
        for (int n = 0; n < 200; n++) {
            int bits = random.nextInt(64);
            long[] numbers = random.longs(n)
                    .map(x -> (x >>> bits) ^ Long.MIN_VALUE)
                    .sorted()
                    .map(x -> x ^ Long.MIN_VALUE)
                    .toArray();
            byte[] bytes = Blocks.encode(numbers);
            assertEquals(n, Blocks.count(bytes));
            assertArrayEquals(numbers, Blocks.decode(bytes));
        }
        long[] ends = {0, 0, 1, Long.MAX_VALUE, Long.MIN_VALUE, -1};
        assertArrayEquals(ends, Blocks.decode(Blocks.encode(ends)));
    }

    @Test
    void minutiaeOfEqualHalvesOfHashesAreInListsOfTheirOwn() {
        Random random = new Random(1);
        Map<Long, Long> byHalf = new HashMap<>();
        long minutia;
        Long other;
        do {
            minutia = random.nextLong();
            other = byHalf.put(SplitMix64.mix(minutia) >> Integer.SIZE, minutia);
        } while (other == null);
        Blocks.Block block = new Blocks.Block();
        long[][] families = {{minutia}, {other}, {minutia, other}, {other}, {5}};
        for (int u = 0; u < families.length; u++) {
            block.add(u, u);
            block.add(families[u], families[u].length);
        }
        SharedLists.HeldMinutiae held = new SharedLists.HeldMinutiae();
        held.read(block.toArray());
        Map<Long, String> found = new HashMap<>();
        held.lists(1)
                .forEachRemaining(list -> found.put(
                        list.list().name(),
                        Arrays.toString(Blocks.decode(list.families()))
                                + list.list().holders()));
        assertEquals(Map.of(minutia, "[0, 2]4", other, "[1, 2, 3]9"), found);
    }
}
