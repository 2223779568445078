package io.whorl.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Pair;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.lab.ClusterLaboratory.ClusterQuality;
import io.whorl.lab.ClusterLaboratory.JudgedClusters;
import io.whorl.lab.ClusterLaboratory.MadeCollection;
import io.whorl.lab.ClusterLaboratory.PairGraph;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.Configuration.Rival;
import io.whorl.lab.CrawlLaboratory.Judged;
import io.whorl.lab.CrawlLaboratory.MadeCrawl;
import io.whorl.measure.Measure;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterLaboratoryTest {
    private static final Scheme FULL = Scheme.builder().build();

    private static ClusterLaboratory laboratory(MadeCollection made, Double... thresholds) {
        return new ClusterLaboratory(made.documents(), made.groups(), List.of(thresholds), 2);
    }

    @Test
    void starsCutChainsThatComponentsJoin() throws IOException {
        List<ClusterLaboratory.Row> rows =
                laboratory(MadeCollection.chains(60, 1), 0.3).whorl("full", FULL, SimilarityOptions.CLUSTERS);
        ClusterQuality star = rows.get(0).quality();
        ClusterQuality components = rows.get(1).quality();
        assertEquals(20, components.largest());
        assertTrue(star.largest() < 12, star::toString);
        assertTrue(star.wrong() < components.wrong(), () -> star + " " + components);
    }

    @Test
    void templatesMergeNoStars() throws IOException {
        MadeCollection made = MadeCollection.templated(300, 1);
        List<ClusterLaboratory.Row> rows = laboratory(made, 0.3).whorl("full", FULL, SimilarityOptions.CLUSTERS);
        assertEquals(0, rows.get(0).quality().wrong(), rows::toString);
        assertEquals(1, rows.get(0).quality().recall(), rows::toString);
    }

    /** By plain resemblance, the template alone makes two documents of one template similar. */
    @Test
    void templatesThatAreLeftOutMergeNothing() throws IOException {
        MadeCollection made = MadeCollection.templated(300, 1);
        SimilarityOptions with =
                SimilarityOptions.CLUSTERS.measure(Measure.RESEMBLANCE).commonDf(SimilarityOptions.NO_LIMIT);
        List<ClusterLaboratory.Row> merged = laboratory(made, 0.3).whorl("full", FULL, with);
        assertTrue(merged.get(1).quality().wrong() > 5_000, merged::toString);
        SimilarityOptions without = with.templates(Templates.of(Series.prefix("/")));
        for (ClusterLaboratory.Row row : laboratory(made, 0.3).whorl("full", FULL, without)) {
            assertEquals(0, row.quality().wrong(), row::toString);
            assertEquals(1, row.quality().recall(), row::toString);
        }
    }

    @Test
    void aFileOfClustersIsJudged(@TempDir Path directory) throws IOException {
        Path truth = Files.writeString(
                directory.resolve("truth.tsv"),
                "file\tgroup\tkind\na\tx\toriginal\nb\tx\tcopy\nc\tx\tversion\nd\ty\toriginal\ne\ty\tversion\n");
        Path lines = Files.writeString(directory.resolve("clusters.jsonl"), """
                {"cluster":1,"size":2,"id":"a","representative":"a","score":1.0}
                {"cluster":1,"size":2,"id":"b","representative":"a","score":1.0}
                {"cluster":2,"size":2,"id":"d","representative":"d","score":1.0}
                {"cluster":2,"size":2,"id":"e","representative":"d","score":0.5}
                """);
        FigureTable table = JudgedClusters.read(lines, truth).table();
        assertEquals("2", Samples.cell(table, "clusters", "number"));
        assertEquals("4", Samples.cell(table, "documents in clusters", "number"));
        assertEquals("1", Samples.cell(table, "clusters of equal fingerprints only", "number"));
        assertEquals("2", Samples.cell(table, "clusters of one group only", "number"));
        assertEquals("1", Samples.cell(table, "groups that are exactly a cluster", "number"));
        assertEquals("0.5000", Samples.cell(table, "groups that are exactly a cluster", "share"));
        Files.writeString(lines, "{\"cluster\":1,\"id\":\"unknown\",\"score\":1.0}");
        assertThrows(LabException.class, () -> JudgedClusters.read(lines, truth));
    }

    @Test
    void aRivalIsJudgedByStarsAndComponentsOfItsPairs() throws IOException {
        List<ClusterLaboratory.Row> rows =
                laboratory(MadeCollection.templated(100, 1), 0.1, 0.95).rival(Rival.JAVA_LSH_MINHASH);
        assertEquals(
                List.of("star 0.1", "star 0.95", "components 0.1", "components 0.95"),
                rows.stream().map(row -> row.link() + " " + row.minScore()).toList());
        assertTrue(rows.get(2).quality().wrong() > 100, rows::toString);
        assertEquals(0, rows.get(1).quality().wrong(), rows::toString);
        assertEquals(0, rows.get(3).quality().wrong(), rows::toString);
    }

    /** The scores of MoreLikeThis have no upper bound, so they count as a share of that of the text itself. */
    @Test
    void scoresOfMoreLikeThisAreSharesOfThatOfTheTextItself() throws IOException {
        List<ClusterLaboratory.Row> rows =
                laboratory(MadeCollection.templated(40, 1), 0.01, 1.0).rival(Rival.LUCENE_MORE_LIKE_THIS);
        assertTrue(rows.get(2).quality().joined() > rows.get(3).quality().joined(), rows::toString);
    }

    @Test
    void candidatesOfBandsAreJudgedWithAndWithoutTheirScores() throws IOException {
        List<ClusterLaboratory.Row> rows =
                laboratory(MadeCollection.templated(100, 1), 0.5).bands();
        assertEquals(
                List.of("star", "components", "candidates"),
                rows.stream().map(ClusterLaboratory.Row::link).toList());
        assertTrue(rows.get(0).system().startsWith("minhash, "), rows::toString);
        // Two documents of one template have a resemblance of .4, so some of them share a band.
        assertTrue(rows.get(2).quality().wrong() > rows.get(1).quality().wrong(), rows::toString);
    }

    private static final Map<String, String> GROUPS = Map.of("a", "x", "b", "x", "c", "x", "d", "y", "e", "y");

    @Test
    void equalPartitionsHaveTheBestFigures() {
        assertEquals(new ClusterQuality(1, 1, 1, 1, 3, 4, 0), ClusterQuality.of(GROUPS, GROUPS));
    }

    @Test
    void aDocumentInNoClusterIsAClusterOfItsOwn() {
        ClusterQuality none = ClusterQuality.of(Map.of(), GROUPS);
        assertEquals(1, none.precision());
        assertEquals((3 * (1 / 3.0) + 2 * (1 / 2.0)) / 5, none.recall(), 1e-12);
        assertEquals(0, none.adjustedRand(), 1e-12);
        assertEquals(1, none.largest());
        assertEquals(0, none.joined());
    }

    @Test
    void figuresAreThoseOfAnExampleByHand() {
        // Clusters {a, b, d} and {c}, {e}.
        ClusterQuality quality = ClusterQuality.of(Map.of("a", "1", "b", "1", "d", "1"), GROUPS);
        double precision = (2 / 3.0 + 2 / 3.0 + 1 + 1 / 3.0 + 1) / 5;
        double recall = (2 / 3.0 + 2 / 3.0 + 1 / 3.0 + 1 / 2.0 + 1 / 2.0) / 5;
        assertEquals(precision, quality.precision(), 1e-12);
        assertEquals(recall, quality.recall(), 1e-12);
        assertEquals(2 * precision * recall / (precision + recall), quality.f1(), 1e-12);
        // Of ten pairs three are joined, four are related, and one is both: (1 − 1.2) ÷ (3.5 − 1.2).
        assertEquals(-0.2 / 2.3, quality.adjustedRand(), 1e-12);
        assertEquals(3, quality.largest());
        assertEquals(3, quality.joined());
        assertEquals(2, quality.wrong());
    }

    private static final double THRESHOLD = 0.3;

    private static Set<Set<String>> partition(Map<String, String> clusterOf) {
        Map<String, Set<String>> clusters = new HashMap<>();
        clusterOf.forEach((id, cluster) ->
                clusters.computeIfAbsent(cluster, any -> new HashSet<>()).add(id));
        Set<Set<String>> sets = new HashSet<>(clusters.values());
        sets.removeIf(set -> set.size() == 1);
        return sets;
    }

    @Test
    void clustersOfExactPairsAreThoseOfWhorl(@TempDir Path directory) throws IOException {
        Path index = directory.resolve("index");
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), BuildOptions.DEFAULT)) {
            MadeCollection.chains(100, 1).documents().forEach(builder::add);
            builder.finish();
        }
        PairGraph graph = new PairGraph();
        try (Snapshot snapshot = Snapshot.open(index)) {
            try (Pairs pairs = snapshot.pairs(
                    SimilarityOptions.PAIRS.measure(Measure.RESEMBLANCE).minScore(0.1))) {
                while (pairs.hasNext()) {
                    Pair pair = pairs.next();
                    graph.add(pair.a(), pair.b(), pair.score());
                }
            }
            for (SimilarityOptions.Link link : SimilarityOptions.Link.values()) {
                SimilarityOptions options = SimilarityOptions.CLUSTERS
                        .measure(Measure.RESEMBLANCE)
                        .minScore(THRESHOLD)
                        .commonDf(SimilarityOptions.NO_LIMIT)
                        .link(link);
                Set<Set<String>> expected = new HashSet<>();
                try (Clusters clusters = snapshot.clusters(options)) {
                    while (clusters.hasNext()) {
                        Set<String> ids = new HashSet<>();
                        clusters.next().forEach(member -> ids.add(member.id()));
                        expected.add(ids);
                    }
                }
                assertEquals(
                        expected,
                        partition(
                                link == SimilarityOptions.Link.STAR
                                        ? graph.stars(THRESHOLD)
                                        : graph.components(THRESHOLD)));
            }
        }
    }

    // Crawls with templates.

    private static final int BANDS = 5;

    @TempDir
    private Path folder;

    @Test
    void theDefaultFindsVersionsInFramesAndLinksNoPagesThatShareOnlyAFrame() throws IOException {
        CrawlLaboratory laboratory = new CrawlLaboratory(new MadeCrawl(4, 4), 2);
        Judged whorl = laboratory.whorl("whorl", SimilarityOptions.SURVIVORS).judged();
        assertTrue(whorl.recall(2) >= 0.95, "from .7: " + whorl.recall(2));
        assertTrue(whorl.recall(3) >= 0.98 && whorl.recall(4) >= 0.99, whorl.recall(3) + " " + whorl.recall(4));
        assertTrue(whorl.lost[0] <= 1, whorl.lost[0] + " lost");
        // Frames count as any text without the search for them, and by signatures.
        SimilarityOptions plain = SimilarityOptions.SURVIVORS.commonDf(SimilarityOptions.NO_LIMIT);
        assertTrue(laboratory.whorl("plain", plain).judged().lost[0] > 10);
        assertTrue(laboratory.minHash(64).judged().lost[0] > 10);
    }

    @Test
    void theTruthIsThatOfTheWrittenPages() throws IOException {
        MadeCrawl crawl = new MadeCrawl(5, 1);
        crawl.write(folder);
        List<String> lines = Files.readAllLines(folder.resolve("pages.jsonl"));
        new MadeCrawl(5, 1).write(folder.resolve("again"));
        assertEquals(lines, Files.readAllLines(folder.resolve("again/pages.jsonl")));
        Map<String, Set<List<String>>> shingles = new HashMap<>();
        for (String line : lines) {
            String text = line.substring(line.indexOf("\"text\": \"") + 9, line.length() - 2);
            // In Chinese, characters are words.
            String[] words = text.codePointAt(0) >= 0x4E00 && text.codePointAt(0) < 0xA000
                    ? text.split("")
                    : text.trim().split(" ");
            Set<List<String>> own = new HashSet<>();
            for (int i = 0; i + BANDS <= words.length; i++) {
                own.add(List.of(words).subList(i, i + BANDS));
            }
            shingles.put(line.substring(8, 16), own);
        }
        int versions = 0;
        List<String> dropped = new ArrayList<>();
        for (String row : Files.readAllLines(folder.resolve("truth.tsv"))) {
            String[] cells = row.split("\t", -1);
            if (cells[3].isEmpty() || cells[0].equals("file")) {
                continue;
            }
            Set<List<String>> both = new HashSet<>(shingles.get(cells[0]));
            both.retainAll(shingles.get(cells[3]));
            double all = shingles.get(cells[0]).size() + shingles.get(cells[3]).size() - both.size();
            assertEquals(Double.parseDouble(cells[4]), both.size() / all, 0.00006, row);
            dropped.add("{\"drop\": \"" + cells[0] + "\", \"keep\": \"" + cells[3] + "\", \"score\": 1}");
            versions++;
        }
        assertTrue(versions > 100, versions + " versions");
        Path result = Files.write(folder.resolve("dropped"), dropped);
        Judged perfect = new CrawlLaboratory(crawl, 1).judge(result).judged();
        assertEquals(0, IntStream.of(perfect.lost).sum());
        for (int band = 0; band < BANDS; band++) {
            assertEquals(1, perfect.recall(band));
        }
        CrawlLaboratory other = new CrawlLaboratory(new MadeCrawl(5, 2), 1);
        Files.writeString(result, "{\"drop\": \"99999999\", \"keep\": \"00000001\"}");
        assertThrows(LabException.class, () -> other.judge(result));
    }
}
