package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.whorl.RandomCorpus;
import io.whorl.SharedPostings;
import io.whorl.measure.Measure;
import io.whorl.query.FoundPairs;
import io.whorl.query.IndexCheck;
import io.whorl.query.PairsOptions;
import io.whorl.query.QueryOptions;
import io.whorl.query.SlowSearch;
import io.whorl.query.Snapshot;
import io.whorl.query.TestOptions;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A writer changes an index in which documents share postings. */
class FamilyWriterTest {
    private static final Scheme SCHEME = Scheme.builder().granularity(2).build();

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void sharedPostingsDoNotChangeAnswersOrMerges(int seed) throws IOException {
        Random random = new Random(seed);
        List<byte[]> texts = new ArrayList<>(RandomCorpus.of(seed, 6, 120).values());
        Map<String, byte[]> living = new TreeMap<>();
        for (int i = 0; i < 40; i++) {
            living.put("d" + i, texts.get(random.nextInt(texts.size())));
        }
        Path index = directory.resolve("index");
        List<List<String>> families = SharedPostings.index(index, SCHEME, living, random, 90);
        List<String> touched = new ArrayList<>();
        try (IndexWriter writer = IndexWriter.open(index, WriterFixture.SMALL)) {
            for (int commit = 0; commit < 8; commit++) {
                for (int i = 0; i < 4; i++) {
                    String id = "d" + random.nextInt(44);
                    touched.add(id);
                    if (random.nextInt(3) > 0) {
                        writer.delete(id);
                        living.remove(id);
                    } else {
                        byte[] text = texts.get(random.nextInt(texts.size()));
                        writer.add(id, text);
                        living.put(id, text);
                    }
                }
                writer.commit();
                if (random.nextInt(3) == 0) {
                    writer.seal();
                }
                assertAnswers(living, writer.snapshot(), texts);
                assertAnswers(living, Snapshot.open(index), texts);
                assertEquals(List.of(), IndexCheck.check(index).problems());
            }
            writer.forceMerge();
            assertAnswers(living, writer.snapshot(), texts);
        }
        assertMerged(
                index,
                living,
                families.stream()
                        .map(f -> f.stream().filter(id -> !touched.contains(id)).toList())
                        .toList());
    }

    private void assertAnswers(Map<String, byte[]> living, Snapshot snapshot, List<byte[]> texts) throws IOException {
        SlowSearch model = new SlowSearch(SCHEME, living);
        try (snapshot) {
            assertEquals(living.size(), snapshot.documents());
            for (byte[] text : texts) {
                QueryOptions options = QueryOptions.builder()
                        .measure(Measure.CONTAINED)
                        .top(30)
                        .build();
                assertEquals(model.query(text, model.scheme().selection(), options), snapshot.query(text, options));
            }
            PairsOptions pairs = TestOptions.pairs(Measure.RESEMBLANCE, 0.1, 200, 1_000, 1);
            assertEquals(model.pairs(pairs), FoundPairs.of(snapshot, pairs));
        }
    }

    /** The merged segment equals that of the living documents with their families. */
    private void assertMerged(Path index, Map<String, byte[]> living, List<List<String>> families) throws IOException {
        Path other = directory.resolve("other");
        SharedPostings.index(other, SCHEME, living, new Random(), 0);
        Path expected = SharedPostings.with(segment(other), families, directory.resolve("expected.whs"))
                .file();
        assertArrayEquals(
                Files.readAllBytes(expected), Files.readAllBytes(segment(index).file()));
        assertFalse(segment(index).families().isEmpty());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    private static Segment segment(Path index) throws IOException {
        List<String> names = IndexFiles.readManifest(index).segments().stream()
                .map(s -> s.name())
                .toList();
        assertEquals(1, names.size());
        return Segment.open(index.resolve(names.get(0)));
    }
}
