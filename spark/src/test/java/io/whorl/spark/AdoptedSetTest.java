package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RepeatedIds;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.shard.Shard.ShardRules;
import io.whorl.write.AdoptOptions;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdoptedSetTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    private Path folder;

    @Test
    void mergedSetHasTheBytesOfASingleBuildHoweverItIsPartitioned() throws IOException {
        List<Row> rows = new ArrayList<>(SampleDocuments.rows(200));
        for (Partitioning partitioning : Partitioning.values()) {
            if (partitioning != Partitioning.INPUT) {
                // Repeated ids: the least text is kept, so it comes first in the single build.
                rows.add(RowFactory.create(rows.get(7).getString(0), "a text that is less than w"));
            }
            byte[] expected = single(rows, "single-" + partitioning);
            Path set = set(partitioning, rows);
            assertEquals(3, SegmentSet.read(set).shards().size());
            Path index = folder.resolve("index-" + partitioning);
            IndexWriter.createFrom(index, set, AdoptOptions.DEFAULT);
            try (IndexWriter writer = IndexWriter.open(index, WriterOptions.DEFAULT)) {
                writer.forceMerge();
            }
            assertArrayEquals(expected, Files.readAllBytes(ClusterCheck.segment(index)), partitioning.name());
            rows = new ArrayList<>(SampleDocuments.rows(200));
        }
    }

    @Test
    void aDamagedShardIsRefusedByName() throws IOException {
        Path set = set(Partitioning.HASH, SampleDocuments.rows(20));
        Path damaged = set.resolve(SegmentSet.read(set).shards().get(1).name()).resolve("segment-000001.whs");
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[bytes.length / 3] ^= 4;
        Files.write(damaged, bytes);
        assertRefused(Reason.DAMAGED, set, damaged.toString());
    }

    @Test
    void aSetOfAnotherSchemeOrVersionIsRefused() throws IOException {
        Path set = set(Partitioning.HASH, SampleDocuments.rows(20));
        Path index = folder.resolve("index");
        Scheme other = Scheme.builder().granularity(3).build();
        try (IndexWriter writer = IndexWriter.create(index, other, WriterOptions.DEFAULT)) {
            RefusedException e = assertThrows(RefusedException.class, () -> writer.adopt(set, AdoptOptions.DEFAULT));
            assertEquals(Reason.SCHEME, e.reason());
        }
        SegmentSet read = SegmentSet.read(set);
        Files.write(
                set.resolve(SegmentSet.FILE),
                new SegmentSet(read.shards().stream()
                                .map(AdoptedSetTest::ofAnotherVersion)
                                .toList())
                        .toJson());
        assertRefused(Reason.VERSION, set, "Whorl 0.0.1");
    }

    private static Shard ofAnotherVersion(Shard s) {
        ShardRules r = s.rules();
        ShardRules rules = new ShardRules(
                "0.0.1", r.scheme(), r.storesTexts(), r.storesFingerprints(), r.minDocument(), r.duplicates());
        return new Shard(
                s.name(),
                rules,
                s.files(),
                s.documents(),
                s.words(),
                s.minutiae(),
                s.postings(),
                s.firstId(),
                s.lastId());
    }

    private void assertRefused(Reason reason, Path set, String named) {
        RefusedException e = assertThrows(
                RefusedException.class,
                () -> IndexWriter.createFrom(folder.resolve("refused"), set, AdoptOptions.DEFAULT));
        assertEquals(reason, e.reason());
        assertTrue(e.getMessage().contains(named), e.getMessage());
    }

    private Path set(Partitioning partitioning, List<Row> rows) throws IOException {
        Path set = folder.resolve("set-" + partitioning);
        SparkOptions options = SparkOptions.DEFAULT.partitioning(partitioning).shards(3);
        WhorlSpark.build(SampleDocuments.frame(rows).repartition(3), SCHEME, options, set.toString());
        return set;
    }

    /** The segment that one machine builds of the rows, in the order of their ids, then of their texts. */
    private byte[] single(List<Row> rows, String name) throws IOException {
        Path index = folder.resolve(name);
        List<Row> sorted = rows.stream()
                .sorted(Comparator.<Row, String>comparing(row -> row.getString(0))
                        .thenComparing(row -> row.getString(1)))
                .toList();
        BuildOptions first = BuildOptions.DEFAULT.repeatedIds(RepeatedIds.FIRST);
        try (IndexBuilder builder = IndexBuilder.create(index, SCHEME, first)) {
            for (Row row : sorted) {
                builder.add(row.getString(0), row.getString(1).getBytes(StandardCharsets.UTF_8));
            }
            builder.finish();
        }
        return Files.readAllBytes(ClusterCheck.segment(index));
    }
}
