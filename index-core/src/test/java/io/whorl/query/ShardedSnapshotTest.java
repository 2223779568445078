package io.whorl.query;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cluster.FoundPairs;
import io.whorl.cluster.PairsOptions;
import io.whorl.fingerprint.Schemes;
import io.whorl.measure.Measure;
import io.whorl.query.SlowSearch.TestOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.TestSets;
import io.whorl.write.AdoptOptions;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares snapshots of several indexes with one index that has adopted and merged them. */
class ShardedSnapshotTest {
    private static final List<Scheme> SCHEMES = List.of(
            Scheme.builder().build(),
            Schemes.of("granularity=1 frequencies=true"),
            Schemes.of("granularity=1 selection=mod:m=5 bits=64"),
            Schemes.of("granularity=2 selection=min-s:s=30"));
    private static final WriterOptions WRITING =
            WriterOptions.DEFAULT.liveMap(LiveMap.NONE).memory(16 << 20);

    @TempDir
    Path folder;

    private static Snapshot merged(Path index, Path set, RepeatedIds rule) throws IOException {
        IndexWriter.createFrom(index, set, AdoptOptions.DEFAULT.repeatedIds(rule));
        try (IndexWriter writer = IndexWriter.open(index, WRITING)) {
            writer.forceMerge();
        }
        return Snapshot.open(index);
    }

    private static List<Measure> measures(Scheme scheme) {
        return Arrays.stream(Measure.values())
                .filter(m -> m.isSupportedBy(scheme))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 8, 2, IGNORE, 3, false",
        "1, 5, 2, IGNORE, 2, false",
        "2, 1, 0, IGNORE, 4, false",
        "2, 4, 3, ALIAS, 3, false",
        "3, 3, 1, IGNORE, 1, false",
        // Indexes of ranges of ids need not be compared.
        "0, 3, 0, IGNORE, 2, true"
    })
    void answersAreThoseOfTheMergedIndex(
            int which, int shards, int repeated, Duplicates duplicates, int threads, boolean ranges)
            throws IOException {
        Scheme scheme = SCHEMES.get(which);
        BuildOptions building = TestSets.STORING.duplicates(duplicates);
        for (long seed : LongForm.seeds(which * 100L + shards, 10)) {
            Path work = folder.resolve(Long.toString(seed));
            List<List<NewDocument>> documents = new ArrayList<>(TestSets.documents(seed, shards, 9, true, repeated));
            // Equal fingerprints, within a shard and across shards.
            List<NewDocument> copies = new ArrayList<>(documents.get(0));
            documents
                    .get(0)
                    .subList(0, 4)
                    .forEach(d -> copies.add(new NewDocument("copy of " + d.id(), d.utf8(), d.date())));
            documents.set(0, copies);
            for (int shard = 0; shard < shards && ranges; shard++) {
                String prefix = "range " + shard + " ";
                documents.set(
                        shard,
                        documents.get(shard).stream()
                                .map(d -> new NewDocument(prefix + d.id(), d.utf8(), d.date()))
                                .toList());
            }
            TestSets.build(work.resolve("set"), scheme, building, documents);
            for (RepeatedIds rule : List.of(RepeatedIds.LAST, RepeatedIds.FIRST)) {
                try (Snapshot one = merged(work.resolve(rule.name()), work.resolve("set"), rule);
                        Snapshot several =
                                Snapshot.openSet(work.resolve("set"), ranges ? RepeatedIds.REFUSE : rule, threads)) {
                    assertSameAnswers(one, several, TestSets.all(documents), seed);
                }
            }
        }
    }

    private static void assertSameAnswers(Snapshot one, Snapshot several, List<NewDocument> documents, long seed) {
        assertEquals(one.scheme(), several.scheme());
        assertEquals(one.documents(), several.documents());
        int step = Math.max(1, documents.size() / LongForm.of(2, 40));
        for (int d = (int) (seed % step); d < documents.size(); d += step) {
            NewDocument doc = documents.get(d);
            assertEquals(one.document(doc.id()), several.document(doc.id()));
            assertArrayEquals(
                    one.text(doc.id()).orElseThrow(), several.text(doc.id()).orElseThrow());
            for (Measure measure : measures(one.scheme())) {
                for (long maxDf : new long[] {1, 4, QueryOptions.NO_LIMIT}) {
                    for (int top : new int[] {1, 5, 1_000}) {
                        QueryOptions options = TestOptions.query(measure, top, top == 5 ? 0.05 : 0, maxDf);
                        assertEquals(
                                one.query(doc.utf8(), options), several.query(doc.utf8(), options), options::toString);
                    }
                }
                QueryOptions ten = TestOptions.query(measure, 10, 0, QueryOptions.NO_LIMIT);
                assertEquals(one.like(doc.id(), ten), several.like(doc.id(), ten));
                if (measure == Measure.WEIGHTED_RESEMBLANCE) {
                    QueryOptions exact = ten.exactWeights(true);
                    assertEquals(one.query(doc.utf8(), exact), several.query(doc.utf8(), exact));
                }
                if (measure == Measure.CONTAINMENT) {
                    QueryOptions sample = ten.sample(7, 1);
                    assertEquals(one.query(doc.utf8(), sample), several.query(doc.utf8(), sample));
                    Selection first = new Selection("first-r", Map.of("r", "12"));
                    assertEquals(one.query(doc.utf8(), first, ten), several.query(doc.utf8(), first, ten));
                }
            }
            String other = documents.get((d * 7 + 3) % documents.size()).id();
            assertEquals(one.compare(doc.id(), other), several.compare(doc.id(), other));
        }
        PairsOptions pairs = TestOptions.pairs(Measure.RESEMBLANCE, 0.05, 1_000, PairsOptions.DEFAULT.maxDf(), 1);
        FoundPairs found = FoundPairs.of(one, pairs);
        assertTrue(found.pairs().size() > 3);
        assertEquals(found, FoundPairs.of(several, pairs));
        IndexStats a = one.stats();
        IndexStats b = several.stats();
        assertEquals(
                List.of(a.documents(), a.words(), a.minutiae(), a.singletons(), a.postings()),
                List.of(b.documents(), b.words(), b.minutiae(), b.singletons(), b.postings()));
    }

    @Test
    void indexesInUseAreQueriedAndRefreshedTogether() throws IOException {
        List<Path> indexes = List.of(folder.resolve("a"), folder.resolve("b"));
        for (Path index : indexes) {
            IndexWriter.create(index, SCHEMES.get(0), WRITING).close();
        }
        try (IndexWriter a = IndexWriter.open(indexes.get(0), WRITING);
                IndexWriter b = IndexWriter.open(indexes.get(1), WRITING)) {
            a.add("one", "these are the words of the first document");
            a.add("both", "this document is in both of the indexes");
            a.commit();
            try (Snapshot first = Snapshot.openAll(indexes, RepeatedIds.LAST, 1)) {
                assertEquals(2, first.documents());
                assertSame(first, first.refresh());
                b.add("both", "this document replaces the one before it");
                b.add("two", "these are the words of the second document");
                b.commit();
                try (Snapshot second = first.refresh()) {
                    assertNotSame(first, second);
                    assertEquals(3, second.documents());
                    assertEquals(2, first.documents());
                    assertEquals(
                            "both",
                            second.query("this document replaces the one", QueryOptions.DEFAULT)
                                    .matches()
                                    .get(0)
                                    .id());
                    assertEquals(
                            List.of(),
                            second.query("is in both of the indexes", QueryOptions.DEFAULT)
                                    .matches());
                    a.delete("one");
                    a.commit();
                    assertEquals(2, second.refresh().documents());
                }
                assertEquals(2, first.documents());
            }
        }
        Snapshot closed = Snapshot.openAll(indexes, RepeatedIds.LAST, 3);
        closed.close();
        closed.close();
        assertThrows(IllegalStateException.class, () -> closed.query("any text at all", QueryOptions.DEFAULT));
    }

    @Test
    void indexesThatCannotBeOpenedTogetherAreRefused() throws IOException {
        Path a = folder.resolve("a");
        Path b = folder.resolve("b");
        Path c = folder.resolve("c");
        List<NewDocument> documents = TestSets.documents(41, 1, 4, false, 0).get(0);
        RandomCorpus.index(a, SCHEMES.get(0), documents, TestSets.OPTIONS);
        RandomCorpus.index(b, SCHEMES.get(1), documents, TestSets.OPTIONS);
        RandomCorpus.index(c, SCHEMES.get(0), documents, TestSets.STORING);
        assertReason(Reason.SCHEME, () -> Snapshot.openAll(List.of(a, b), RepeatedIds.LAST, 1));
        assertReason(Reason.OPTIONS, () -> Snapshot.openAll(List.of(a, c), RepeatedIds.LAST, 1));
        assertThrows(
                IllegalArgumentException.class,
                () -> Snapshot.openAll(List.of(a, folder.resolve("b/../a")), RepeatedIds.LAST, 1));
        assertThrows(IllegalArgumentException.class, () -> Snapshot.openAll(List.of(), RepeatedIds.LAST, 1));
        assertReason(Reason.NOT_A_SET, () -> Snapshot.openSet(a, RepeatedIds.LAST, 1));
        Path set = folder.resolve("set");
        SegmentSet built =
                TestSets.build(set, SCHEMES.get(0), TestSets.OPTIONS, TestSets.documents(42, 3, 5, false, 1));
        assertReason(Reason.REPEATED_ID, () -> Snapshot.openSet(set, RepeatedIds.REFUSE, 1));
        Path segment = TestSets.segmentOf(set, built.shards().get(2));
        Files.delete(segment);
        RefusedException e = assertThrows(RefusedException.class, () -> Snapshot.openSet(set, RepeatedIds.LAST, 1));
        assertTrue(e.getMessage().startsWith(segment.toString()), e.getMessage());
    }
}
