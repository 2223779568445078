package io.whorl.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.RandomCorpus;
import io.whorl.SlowIndex;
import io.whorl.bulk.BuiltSchemes;
import io.whorl.bulk.TestFiles;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.rebuild.IndexRebuild.CommonMinutia;
import io.whorl.rebuild.IndexRebuild.CommonMinutiae;
import io.whorl.scheme.Scheme;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares the most common minutiae with all minutiae, sorted. */
class CommonMinutiaeTest {
    @Property(tries = 20)
    void commonMinutiaeAreTheFirstByNumberOfHolders(
            @ForAll BuiltSchemes drawn,
            @ForAll @IntRange(max = 40) int documents,
            @ForAll @IntRange(min = 1, max = 60) int n,
            @ForAll @IntRange(min = 1, max = 20) int limit,
            @ForAll long seed)
            throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(seed, documents, 100);
        SlowIndex model = new SlowIndex(drawn.scheme, corpus, 0);
        Comparator<Map.Entry<Long, TreeMap<String, Integer>>> order =
                Comparator.comparingInt(e -> -e.getValue().size());
        List<CommonMinutia> expected = model.holders.entrySet().stream()
                .filter(e -> e.getValue().size() > 1)
                .sorted(order.thenComparing((a, b) -> Long.compareUnsigned(a.getKey(), b.getKey())))
                .limit(n)
                .map(e -> new CommonMinutia(e.getKey(), e.getValue().size(), first(model, e.getValue())))
                .toList();
        Segment segment = segment(drawn.scheme, corpus);
        CommonMinutiae found = CommonMinutiae.of(segment, n, limit, ParallelTasks::runInTurn);
        assertEquals(
                found,
                DaemonThreads.with(
                        3, threads -> CommonMinutiae.of(segment, n, limit, ParallelTasks.Runner.on(threads))));
        assertEquals(expected, found.most());
        assertEquals(
                model.holders.values().stream().filter(h -> h.size() > limit).count(), found.over());
    }

    /** In the order of documents, which is the order of the bytes of their ids. */
    private static String first(SlowIndex model, Map<String, Integer> holders) {
        return model.documents.keySet().stream()
                .filter(holders::containsKey)
                .findFirst()
                .orElseThrow();
    }

    @Example
    void argumentsAreChecked() throws IOException {
        Segment segment = segment(BuiltSchemes.DEFAULT.scheme, Map.of());
        assertEquals(
                List.of(),
                CommonMinutiae.of(segment, 1, 1, ParallelTasks::runInTurn).most());
        assertThrows(IllegalArgumentException.class, () -> CommonMinutiae.of(segment, 0, 1, ParallelTasks::runInTurn));
        assertThrows(IllegalArgumentException.class, () -> CommonMinutiae.of(segment, 1, 0, ParallelTasks::runInTurn));
    }

    private static Segment segment(Scheme scheme, Map<String, byte[]> corpus) throws IOException {
        Path directory = Files.createTempDirectory("common");
        try {
            TestFiles.bulk(directory, scheme, corpus);
            try (var files = Files.walk(directory)) {
                return Segment.open(files.filter(f -> f.toString().endsWith(".whs"))
                        .findFirst()
                        .orElseThrow());
            }
        } finally {
            TestFiles.delete(directory);
        }
    }
}
