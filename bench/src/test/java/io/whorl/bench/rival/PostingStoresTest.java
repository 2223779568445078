package io.whorl.bench.rival;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bench.data.Schemes;
import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.rival.PostingLists.FoundLists;
import io.whorl.bench.rival.Rival.PostingStore;
import io.whorl.corpus.Document;
import io.whorl.fingerprint.Fingerprinter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the lists of every store with those of a map built from single postings. */
class PostingStoresTest {
    private static final int COPIES = 1_500;

    private static TextCollection texts;
    private static SortedMap<Long, List<Integer>> expected;

    @BeforeAll
    static void load() throws Exception {
        texts = texts();
        expected = expected(texts);
    }

    /** Most chunks are in two documents. Some are in so many that their lists are longer than the initial buffers. */
    private static TextCollection texts() throws Exception {
        List<Document> documents = new ArrayList<>(
                TextCollection.load("", TextCollection.GENERATED).documents().subList(0, 40));
        for (int i = 0; i < COPIES; i++) {
            documents.add(new Document(
                    "copy-" + i * 7919 % COPIES,
                    ("a sentence that everyone repeats number" + i).getBytes(StandardCharsets.UTF_8),
                    "copies"));
        }
        return new TextCollection("copies", documents);
    }

    private static SortedMap<Long, List<Integer>> expected(TextCollection texts) {
        Fingerprinter fingerprinter = Fingerprinter.of(Schemes.named(Schemes.DEFAULT));
        // Ids are ASCII, so characters and bytes have the same order.
        List<Document> sorted = texts.documents().stream()
                .sorted(Comparator.comparing(Document::id))
                .toList();
        SortedMap<Long, List<Integer>> expected = new TreeMap<>();
        for (int d = 0; d < sorted.size(); d++) {
            for (long minutia : fingerprinter.fingerprint(sorted.get(d).utf8()).toArray()) {
                expected.computeIfAbsent(minutia, any -> new ArrayList<>()).add(d);
            }
        }
        return expected;
    }

    @ParameterizedTest
    @EnumSource
    void storesReturnTheirLists(PostingStores store, @TempDir Path folder) throws Exception {
        PostingLists lists = PostingLists.of(texts);
        Supplier<PostingLists> supplier = () -> lists;
        long[] present = expected.keySet().stream().mapToLong(Long::longValue).toArray();
        long[] absent = lists.misses(2_000, 3);
        try (WorkFolder work = WorkFolder.in(folder.toString())) {
            for (int time = 0; time < 2; time++) {
                Path made = store.made(texts, supplier, work);
                try (PostingStore opened = store.opened(made)) {
                    holds(opened, present, absent);
                }
                assertTrue(PostingStores.seconds(made) > 0);
                assertTrue(PostingStores.bytes(made) > lists.minutiae());
            }
        }
    }

    private void holds(PostingStore opened, long[] present, long[] absent) throws Exception {
        FoundLists found = new FoundLists();
        for (long minutia : present) {
            found.clear();
            opened.find(minutia, found);
            assertEquals(1, found.size());
            assertArrayEquals(array(expected.get(minutia)), found.list(0), () -> "minutia " + minutia);
        }
        found.clear();
        for (int from = 0; from < present.length; from += 1_000) {
            opened.findAll(present, from, Math.min(present.length, from + 1_000), found);
        }
        assertEquals(present.length, found.size());
        for (int i = 0; i < present.length; i++) {
            assertArrayEquals(array(expected.get(present[i])), found.list(i), "minutia " + present[i]);
        }
        found.clear();
        opened.findAll(absent, 0, absent.length, found);
        assertEquals(absent.length, found.size());
        for (long minutia : absent) {
            opened.find(minutia, found);
        }
        assertEquals(0, found.documents());
    }

    private static int[] array(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    @Test
    void drawsAreHitsAndMisses() throws Exception {
        PostingLists lists = PostingLists.of(texts);
        assertEquals(expected.size(), lists.minutiae());
        assertEquals(expected.values().stream().mapToInt(List::size).sum(), lists.postings());
        assertEquals(40 + COPIES, lists.documents());
        assertTrue(expected.values().stream().anyMatch(list -> list.size() == COPIES));
        for (long hit : lists.hits(5_000, 1)) {
            assertTrue(expected.containsKey(hit));
        }
        for (long asked : lists.asked(5_000, 1)) {
            assertTrue(expected.containsKey(asked));
        }
        long often = Arrays.stream(lists.asked(5_000, 2))
                .filter(minutia -> expected.get(minutia).size() == COPIES)
                .count();
        long seldom = Arrays.stream(lists.hits(5_000, 2))
                .filter(minutia -> expected.get(minutia).size() == COPIES)
                .count();
        assertTrue(often > 5 * Math.max(1, seldom), often + " and " + seldom);
        for (long miss : lists.misses(5_000, 1)) {
            assertTrue(!expected.containsKey(miss) && miss >>> PostingLists.MINUTIA_BITS == 0);
        }
    }
}
