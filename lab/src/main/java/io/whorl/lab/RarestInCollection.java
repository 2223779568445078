package io.whorl.lab;

import io.whorl.agrona.collections.Long2LongHashMap;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.Selector;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * Selects the r minutiae that the fewest documents of the collection hold; of equally rare ones the earliest (HZ 5, not
 * tested there). The selection depends on all documents, so an index cannot use it; it is only for measurements. A
 * provider has no access to a collection, so the collection being measured is a static field: only one at a time.
 */
public final class RarestInCollection implements SelectionProvider {
    private static final String NAME = "rarest-in-collection";
    private static final String R = "r";
    private static final int USUAL = 15;
    private static final int MOST = 1_000_000;

    /** The number of documents that hold each minutia of the collection. */
    private static volatile Long2LongHashMap known = new Long2LongHashMap(0);

    /** Counts the minutiae of the collection if the scheme uses this strategy. Call this before the scheme is used. */
    public static void learn(Documents texts, Scheme scheme) throws IOException {
        Long2LongHashMap documents = new Long2LongHashMap(0);
        if (scheme.selection().name().equals(NAME)) {
            Fingerprinter all = Fingerprinter.of(scheme.withSelection(Selection.of("full")));
            texts.forEach((id, utf8) -> {
                for (long minutia : all.fingerprint(utf8).toArray()) {
                    documents.put(minutia, documents.get(minutia) + 1);
                }
            });
        }
        known = documents;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> parameters() {
        return List.of(R);
    }

    @Override
    public SelectionStrategy create(Selection selection, Chunking chunking, LongUnaryOperator order) {
        int r = r(selection.parameters());
        Selection written = new Selection(NAME, Map.of(R, Integer.toString(r)));
        return new SelectionStrategy() {
            @Override
            public Selection selection() {
                return written;
            }

            @Override
            public RarestSelector selector() {
                return new RarestSelector(r, known, new LinkedHashMap<>());
            }
        };
    }

    private static int r(Map<String, String> parameters) {
        parameters.keySet().stream().filter(key -> !key.equals(R)).findAny().ifPresent(key -> {
            throw new IllegalArgumentException("selection " + NAME + ": unknown parameter " + key + "; it takes " + R);
        });
        String text = parameters.getOrDefault(R, Integer.toString(USUAL));
        if (!text.matches("[0-9]{1,7}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MOST) {
            throw new IllegalArgumentException(
                    "selection " + NAME + ": r is '" + text + "'; it must be from 1 to " + MOST);
        }
        return Integer.parseInt(text);
    }

    /** Keeps the distinct minutiae of a document until its end, and selects the rarest. */
    private record RarestSelector(int r, Long2LongHashMap collection, Map<Long, Long> firstPlaces) implements Selector {
        @Override
        public void start() {
            firstPlaces.clear();
        }

        @Override
        public boolean accept(ChunkBlock chunks, SelectedChunks out) {
            for (int i = 0; i < chunks.count; i++) {
                firstPlaces.putIfAbsent(chunks.minutia[i], chunks.first + i);
            }
            return true;
        }

        @Override
        public void finish(long words, long chunks, SelectedChunks out) {
            // Sorting is stable, and the entries are in the order of their places.
            firstPlaces.entrySet().stream()
                    .sorted(Comparator.comparingLong(each -> collection.get((long) each.getKey())))
                    .limit(r)
                    .sorted(Map.Entry.comparingByValue())
                    .forEach(each -> out.add(each.getKey(), each.getValue()));
        }
    }
}
