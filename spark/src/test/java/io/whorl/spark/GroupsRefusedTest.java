package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.SchemeException;
import io.whorl.bulk.Duplicates;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.PairsOptions;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.measure.Measure;
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
import org.junit.jupiter.api.function.Executable;

class GroupsRefusedTest {
    private static final Scheme SCHEME = Scheme.builder().build();
    private static final SparkOptions DEFAULT = SparkOptions.DEFAULT;

    private static Dataset<Row> one() {
        return SampleDocuments.frame(new String[] {"a", "some text"});
    }

    private static void refused(String message, Executable call) {
        String found = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(found.contains(message), found);
    }

    private static void pairsAreRefused(PairsOptions options, String message) {
        refused(message, () -> WhorlSpark.pairs(one(), SCHEME, options, DEFAULT));
    }

    private static void clustersAreRefused(ClusterOptions options, String message) {
        refused(message, () -> WhorlSpark.clusters(one(), SCHEME, options, DEFAULT));
    }

    private static void survivorsAreRefused(SurvivorOptions options, String message) {
        refused(message, () -> WhorlSpark.dedup(one(), SCHEME, options, DEFAULT));
    }

    @Test
    void optionsThatSparkDoesNotSupportAreRefused() {
        pairsAreRefused(PairsOptions.DEFAULT.expanded(true), "expand");
        pairsAreRefused(PairsOptions.DEFAULT.superShingles(4), "super-shingles");
        pairsAreRefused(PairsOptions.DEFAULT.templates(Templates.of(Series.host())), "templates");
        pairsAreRefused(PairsOptions.DEFAULT.work(Path.of("work")), "work");
        clustersAreRefused(ClusterOptions.DEFAULT.link(ClusterOptions.Link.COMPONENTS), "link components");
        clustersAreRefused(ClusterOptions.DEFAULT.superShingles(4), "super-shingles");
        clustersAreRefused(ClusterOptions.DEFAULT.templates(Templates.of(Series.host())), "templates");
        clustersAreRefused(ClusterOptions.DEFAULT.work(Path.of("work")), "work");
        survivorsAreRefused(SurvivorOptions.DEFAULT.templates(Templates.of(Series.host())), "templates");
        survivorsAreRefused(SurvivorOptions.DEFAULT.work(Path.of("work")), "work");
        survivorsAreRefused(
                SurvivorOptions.DEFAULT.keep(SurvivorOptions.Keep.OLDEST).dates(id -> Optional.empty()),
                "a function of dates");
    }

    @Test
    void aMeasureThatTheSchemeCannotGiveIsRefused() {
        Scheme sketches = Scheme.builder().selection("min-s", Map.of()).build();
        assertThrows(
                SchemeException.class, () -> WhorlSpark.clusters(one(), sketches, ClusterOptions.DEFAULT, DEFAULT));
        Scheme levels = Scheme.builder().selection("mod-by-size", Map.of()).build();
        SurvivorOptions resemblance = SurvivorOptions.DEFAULT.measure(Measure.RESEMBLANCE);
        refused("Duplicates.IGNORE", () -> WhorlSpark.dedup(one(), levels, resemblance, DEFAULT));
        assertThrows(IllegalArgumentException.class, () -> SparkOptions.DEFAULT.duplicates(Duplicates.FIRST));
    }

    @Test
    void aRuleWithoutItsColumnIsRefused() {
        for (SurvivorOptions.Keep keep :
                new SurvivorOptions.Keep[] {SurvivorOptions.Keep.OLDEST, SurvivorOptions.Keep.LEAST_KEY}) {
            SurvivorOptions survivors = SurvivorOptions.DEFAULT.keep(keep);
            assertThrows(IllegalArgumentException.class, () -> WhorlSpark.dedup(one(), SCHEME, survivors, DEFAULT));
        }
    }

    @Test
    void aMissingColumnIsNamed() {
        SparkOptions options = SparkOptions.DEFAULT.textColumn("body");
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
        SparkOptions strict = SparkOptions.DEFAULT.strict(true);
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
