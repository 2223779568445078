package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.UnsupportedMeasureException;
import io.whorl.bulk.Duplicates;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.measure.Measure;
import io.whorl.query.PairsOptions;
import io.whorl.scheme.Scheme;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import io.whorl.spark.WhorlSparkException.Reason;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

class GroupsRefusedTest {
    private static final Scheme SCHEME = Scheme.builder().build();
    private static final SparkGroupOptions DEFAULT = SparkGroupOptions.DEFAULT;

    private static Dataset<Row> one() {
        return SampleDocuments.frame(new String[] {"a", "some text"});
    }

    private static void pairsAreRefused(PairsOptions options, String message) {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> WhorlSpark.pairs(one(), SCHEME, options, DEFAULT));
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }

    private static void clustersAreRefused(ClusterOptions options, String message) {
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> WhorlSpark.clusters(one(), SCHEME, options, DEFAULT));
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }

    private static void survivorsAreRefused(SurvivorOptions options, String message) {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> WhorlSpark.dedup(one(), SCHEME, options, DEFAULT));
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }

    @Test
    void optionsThatSparkDoesNotSupportAreRefused() {
        pairsAreRefused(PairsOptions.builder().expanded(true).build(), "expand");
        pairsAreRefused(PairsOptions.builder().superShingles(4).build(), "super-shingles");
        pairsAreRefused(
                PairsOptions.builder().templates(Templates.of(Series.host())).build(), "templates");
        pairsAreRefused(PairsOptions.builder().work(Path.of("work")).build(), "work");
        clustersAreRefused(
                ClusterOptions.builder().link(ClusterOptions.Link.COMPONENTS).build(), "link components");
        clustersAreRefused(ClusterOptions.builder().superShingles(4).build(), "super-shingles");
        clustersAreRefused(
                ClusterOptions.builder().templates(Templates.of(Series.host())).build(), "templates");
        clustersAreRefused(ClusterOptions.builder().work(Path.of("work")).build(), "work");
        survivorsAreRefused(
                SurvivorOptions.builder().templates(Templates.of(Series.host())).build(), "templates");
        survivorsAreRefused(SurvivorOptions.builder().work(Path.of("work")).build(), "work");
        survivorsAreRefused(
                SurvivorOptions.builder()
                        .keep(SurvivorOptions.Keep.OLDEST)
                        .dates(id -> Optional.empty())
                        .build(),
                "a function of dates");
    }

    @Test
    void aMeasureThatTheSchemeCannotGiveIsRefused() {
        Scheme sketches = Scheme.builder().selection("min-s", Map.of()).build();
        assertThrows(
                UnsupportedMeasureException.class,
                () -> WhorlSpark.clusters(one(), sketches, ClusterOptions.DEFAULT, DEFAULT));
        Scheme levels = Scheme.builder().selection("mod-by-size", Map.of()).build();
        SurvivorOptions resemblance =
                SurvivorOptions.builder().measure(Measure.RESEMBLANCE).build();
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> WhorlSpark.dedup(one(), levels, resemblance, DEFAULT));
        assertTrue(e.getMessage().contains("Duplicates.IGNORE"), e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> SparkGroupOptions.builder()
                .duplicates(Duplicates.FIRST));
    }

    @Test
    void aRuleWithoutItsColumnIsRefused() {
        for (SurvivorOptions.Keep keep :
                new SurvivorOptions.Keep[] {SurvivorOptions.Keep.OLDEST, SurvivorOptions.Keep.LEAST_KEY}) {
            SurvivorOptions survivors = SurvivorOptions.builder().keep(keep).build();
            assertThrows(IllegalArgumentException.class, () -> WhorlSpark.dedup(one(), SCHEME, survivors, DEFAULT));
        }
    }

    @Test
    void aMissingColumnIsNamed() {
        SparkGroupOptions options =
                SparkGroupOptions.builder().textColumn("body").build();
        WhorlSparkException e = assertThrows(
                WhorlSparkException.class, () -> WhorlSpark.dedup(one(), SCHEME, SurvivorOptions.DEFAULT, options));
        assertEquals(Reason.MISSING_COLUMN, e.reason());
        assertTrue(e.getMessage().contains("'body'"), e.getMessage());
    }

    @Test
    void aStrictJobRefusesRepeatedIdsAndNulls() {
        Dataset<Row> repeated = SampleDocuments.frame(
                new String[] {"a", "some text"}, new String[] {"a", "more text"}, new String[] {"b", "text"});
        Dataset<Row> nulls = SampleDocuments.frame(new String[] {null, "some text"}, new String[] {"b", null});
        SparkGroupOptions strict = SparkGroupOptions.builder().strict(true).build();
        WhorlSparkException e = assertThrows(
                WhorlSparkException.class, () -> WhorlSpark.pairs(repeated, SCHEME, PairsOptions.DEFAULT, strict));
        assertEquals(Reason.REFUSED_ROWS, e.reason());
        assertTrue(e.getMessage().startsWith("1 rows are no documents: "), e.getMessage());
        assertTrue(e.getMessage().contains("repeatedIds=1"), e.getMessage());
        WhorlSparkException refused = assertThrows(
                WhorlSparkException.class, () -> WhorlSpark.pairs(nulls, SCHEME, PairsOptions.DEFAULT, strict));
        assertTrue(refused.getMessage().contains("nullIds=1"), refused.getMessage());
        assertTrue(refused.getMessage().contains("nullTexts=1"), refused.getMessage());
    }
}
