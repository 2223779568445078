package io.whorl.lab.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cluster.ClusterOptions;
import io.whorl.lab.model.LabException;
import io.whorl.lab.model.Rival;
import io.whorl.lab.table.FigureTable;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
                laboratory(MadeCollection.chains(60, 1), 0.3).whorl("full", FULL, ClusterOptions.DEFAULT);
        ClusterQuality star = rows.get(0).quality();
        ClusterQuality components = rows.get(1).quality();
        assertEquals(20, components.largest());
        assertTrue(star.largest() < 12, star::toString);
        assertTrue(star.wrong() < components.wrong(), () -> star + " " + components);
    }

    @Test
    void templatesMergeNoStars() throws IOException {
        MadeCollection made = MadeCollection.templated(300, 1);
        List<ClusterLaboratory.Row> rows = laboratory(made, 0.3).whorl("full", FULL, ClusterOptions.DEFAULT);
        assertEquals(0, rows.get(0).quality().wrong(), rows::toString);
        assertEquals(1, rows.get(0).quality().recall(), rows::toString);
    }

    /** By plain resemblance, the template alone makes two documents of one template similar. */
    @Test
    void templatesThatAreLeftOutMergeNothing() throws IOException {
        MadeCollection made = MadeCollection.templated(300, 1);
        ClusterOptions with = ClusterOptions.builder()
                .measure(Measure.RESEMBLANCE)
                .commonDf(ClusterOptions.NO_LIMIT)
                .build();
        List<ClusterLaboratory.Row> merged = laboratory(made, 0.3).whorl("full", FULL, with);
        assertTrue(merged.get(1).quality().wrong() > 5_000, merged::toString);
        ClusterOptions without =
                with.toBuilder().templates(Templates.of(Series.prefix("/"))).build();
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
        assertEquals("2", table.cell("clusters", "number"));
        assertEquals("4", table.cell("documents in clusters", "number"));
        assertEquals("1", table.cell("clusters of equal fingerprints only", "number"));
        assertEquals("2", table.cell("clusters of one group only", "number"));
        assertEquals("1", table.cell("groups that are exactly a cluster", "number"));
        assertEquals("0.5000", table.cell("groups that are exactly a cluster", "share"));
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
}
