package io.whorl.live;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A slow reference for a live tier: a list of documents that is scanned for each answer. */
final class LiveModel {
    /** A document. */
    record Doc(String id, long words, byte[] extra, TreeMap<Long, Integer> minutiae) {
        byte[] idBytes() {
            return id.getBytes(StandardCharsets.UTF_8);
        }

        int addTo(LiveTier tier) {
            long[] sorted =
                    minutiae.keySet().stream().mapToLong(Long::longValue).toArray();
            int[] frequencies =
                    minutiae.values().stream().mapToInt(Integer::intValue).toArray();
            return tier.add(idBytes(), words, extra, sorted, frequencies, sorted.length);
        }
    }

    final List<Doc> documents = new ArrayList<>();
    private final boolean frequencies;

    LiveModel(boolean frequencies) {
        this.frequencies = frequencies;
    }

    static TreeMap<Long, Integer> minutiae() {
        return new TreeMap<>(Long::compareUnsigned);
    }

    /** Compares all answers of a view with those of the first {@code count} documents. */
    void check(LiveView view, int count, long[] minutiae) {
        assertEquals(count, view.documents());
        List<Doc> expected = documents.subList(0, count);
        for (int d = 0; d < count; d++) {
            Doc doc = expected.get(d);
            assertEquals(doc.id(), new String(view.id(d), StandardCharsets.UTF_8));
            assertEquals(doc.words(), view.words(d));
            assertEquals(doc.minutiae().size(), view.minutiae(d));
            assertArrayEquals(doc.extra(), view.extra(d));
        }
        checkIds(view, expected);
        try (LiveView.Cursor cursor = view.cursor()) {
            for (long minutia : minutiae) {
                checkList(cursor, minutia, expected);
            }
        }
        checkAll(view, expected);
    }

    private void checkIds(LiveView view, List<Doc> expected) {
        for (Doc doc : documents) {
            int newest = -1;
            for (int d = 0; d < expected.size(); d++) {
                newest = expected.get(d).id().equals(doc.id()) ? d : newest;
            }
            assertEquals(newest, view.find(doc.idBytes()), doc.id());
        }
        assertEquals(-1, view.find("no such id".getBytes(StandardCharsets.UTF_8)));
    }

    void checkList(LiveView.Cursor cursor, long minutia, List<Doc> expected) {
        boolean found = cursor.find(minutia);
        boolean any = false;
        for (int d = expected.size() - 1; d >= 0; d--) {
            Integer frequency = expected.get(d).minutiae().get(minutia);
            if (frequency != null) {
                any = true;
                assertTrue(cursor.next());
                assertEquals(d, cursor.document());
                assertEquals(frequencies ? frequency : 1, cursor.frequency());
            }
        }
        assertEquals(any, found);
        assertFalse(cursor.next());
        assertFalse(cursor.next());
    }

    private void checkAll(LiveView view, List<Doc> expected) {
        Map<String, Integer> left = new TreeMap<>();
        for (int d = 0; d < expected.size(); d++) {
            for (Map.Entry<Long, Integer> posting : expected.get(d).minutiae().entrySet()) {
                left.put(posting.getKey() + " in " + d, frequencies ? posting.getValue() : 1);
            }
        }
        view.forEach((minutia, document, frequency) ->
                assertEquals(left.remove(minutia + " in " + document), frequency, minutia + " in " + document));
        assertTrue(left.isEmpty(), left.toString());
    }
}
