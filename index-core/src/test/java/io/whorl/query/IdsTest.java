package io.whorl.query;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.NotStoredException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.cluster.Survivors;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ids of a snapshot in order and by prefix, and several documents at once. */
class IdsTest {
    private static final Scheme SCHEME = Scheme.builder().build();
    private static final WriterOptions OPTIONS =
            WriterOptions.DEFAULT.memory(16 << 20).liveDocuments(1_000).mergeFactor(8);

    @TempDir
    Path folder;

    private static String id(Random random) {
        // UTF-8 and UTF-16 order U+FFFD and U+1F600 differently.
        String[] roots = {"a", "a/", "a/b", "b", "\u00e9", "\ufffd", "\ud83d\ude00"};
        return roots[random.nextInt(roots.length)] + random.nextInt(600);
    }

    private static List<String> expected(TreeSet<String> documents, String prefix) {
        return documents.stream().filter(id -> id.startsWith(prefix)).toList();
    }

    private static void check(Snapshot snapshot, TreeSet<String> documents) {
        assertEquals(List.copyOf(documents), snapshot.ids().toList());
        for (String prefix :
                List.of("", "a", "a/", "a/b", "a/b1", "b59", "c", "\u00e9", "\ufffd", "\ud83d\ude00", "z")) {
            assertEquals(expected(documents, prefix), snapshot.ids(prefix).toList(), prefix);
        }
        assertEquals(expected(documents, "b"), snapshot.ids("b").parallel().toList());
    }

    /** Several segments with deleted documents, and a live tier: of the writer, of files, and of two indexes. */
    @Test
    void idsAreInOrderAndDeletedOnesAreLeftOut() throws IOException {
        Random random = new Random(1);
        TreeSet<String> documents = new TreeSet<>(Comparator.comparing(RandomCorpus::utf8, Arrays::compareUnsigned));
        Path index = folder.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, OPTIONS)) {
            check(writer.snapshot(), documents);
            for (int commit = 0; commit < 5; commit++) {
                for (int i = 0; i < 300; i++) {
                    String id = id(random);
                    if (random.nextInt(4) == 0) {
                        assertEquals(documents.remove(id), writer.delete(id));
                    } else {
                        documents.add(id);
                        writer.add(id, "the text of " + id);
                    }
                }
                writer.commit();
                if (commit < 4) {
                    writer.seal();
                }
                check(writer.snapshot(), documents);
            }
            assertTrue(writer.snapshot().stats().segments() > 1);
            check(Snapshot.open(index), documents);
            check(Snapshot.open(index).refresh(), documents);
        }
        Path second = folder.resolve("second");
        try (IndexWriter writer = IndexWriter.create(second, SCHEME, OPTIONS)) {
            for (int i = 0; i < 50; i++) {
                String id = id(random);
                documents.add(id);
                writer.add(id, "another text of " + id);
            }
            writer.commit();
        }
        try (Snapshot both = Snapshot.openAll(List.of(index, second), RepeatedIds.LAST, 1)) {
            check(both, documents);
        }
    }

    @Test
    void aStreamEndsWithItsSnapshot() throws IOException {
        Path index = folder.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, OPTIONS)) {
            for (int i = 0; i < 500; i++) {
                writer.add("d" + i, "some text");
            }
            writer.commit();
        }
        Snapshot snapshot = Snapshot.open(index);
        Iterator<String> ids = snapshot.ids().iterator();
        assertEquals("d0", ids.next());
        assertEquals(List.of("d0", "d1"), snapshot.ids().limit(2).toList());
        snapshot.close();
        assertThrows(IllegalStateException.class, () -> ids.forEachRemaining(id -> {}));
        assertThrows(IllegalStateException.class, snapshot::ids);
    }

    @Test
    void severalDocumentsAreFoundAtOnce() throws IOException {
        Path index = folder.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, OPTIONS)) {
            writer.add("a", "one two three four five");
            writer.add("b", "one two three four");
            writer.add("c", "one");
            writer.commit();
            writer.delete("c");
            writer.commit();
            Snapshot snapshot = writer.snapshot();
            var found = snapshot.documents(List.of("b", "c", "missing", "a", "b"));
            assertEquals(List.of("b", "a"), List.copyOf(found.keySet()));
            assertEquals(snapshot.document("a").orElseThrow(), found.get("a"));
            assertThrows(UnsupportedOperationException.class, found::clear);
            assertThrows(NullPointerException.class, () -> snapshot.documents(Arrays.asList("a", null)));
            assertReason(NotStoredException.Reason.TEXT, () -> snapshot.text("a"));
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> snapshot.ids("a\ud800"));
            assertTrue(e.getMessage().startsWith("prefix "), e.getMessage());
        }
    }

    /** The encoders of Java turn half of a surrogate pair into a question mark, which may be an id. */
    @Test
    void halfOfASurrogatePairIsTheIdOfNoDocument() throws IOException {
        Path index = folder.resolve("index");
        String text = "one two three four five";
        SurvivorOptions leastKey =
                SurvivorOptions.DEFAULT.measure(Measure.RESEMBLANCE).keep(SurvivorOptions.Keep.LEAST_KEY);
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, OPTIONS.storeText(true))) {
            writer.add("?", text);
            writer.commit();
            for (boolean sealed : List.of(false, true)) {
                if (sealed) {
                    writer.seal();
                }
                Snapshot snapshot = writer.snapshot();
                for (String half : List.of("\ud800", "\udc00")) {
                    assertEquals(Optional.empty(), snapshot.document(half));
                    assertEquals(Optional.empty(), snapshot.text(half));
                    assertFalse(snapshot.isTextOf(half, RandomCorpus.utf8(text)));
                    assertReason(RefusedException.Reason.UNKNOWN_ID, () -> snapshot.like(half, QueryOptions.DEFAULT));
                    byte[] query = RandomCorpus.utf8(text);
                    assertEquals(
                            2,
                            snapshot.overlap(query, snapshot, half, OverlapOptions.DEFAULT)
                                    .held());
                    try (Survivors survivors =
                            snapshot.survivors(leastKey, sink -> sink.accept(half, 1), Clusters.Progress.NONE)) {
                        assertEquals(1, survivors.figures().unknownKeys());
                    }
                }
            }
        }
    }
}
