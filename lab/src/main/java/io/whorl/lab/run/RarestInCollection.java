package io.whorl.lab.run;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.collection.Documents;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import io.whorl.select.Selector;
import java.io.IOException;
import java.util.Arrays;
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

    private static volatile CollectionFrequencies known = CollectionFrequencies.NONE;

    /** Counts the minutiae of the collection if the scheme uses this strategy. Call this before the scheme is used. */
    public static void learn(Documents texts, Scheme scheme) throws IOException {
        known = scheme.selection().name().equals(NAME)
                ? CollectionFrequencies.of(texts, scheme)
                : CollectionFrequencies.NONE;
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
                return new RarestSelector(r, known);
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
    static final class RarestSelector implements Selector {
        private record Candidate(long minutia, long place, int documents) {}

        private static final Comparator<Candidate> RAREST_FIRST =
                Comparator.comparingInt(Candidate::documents).thenComparingLong(Candidate::place);

        private final int r;
        private final CollectionFrequencies collection;
        private final Map<Long, Long> firstPlaces = new LinkedHashMap<>();

        RarestSelector(int r, CollectionFrequencies collection) {
            this.r = r;
            this.collection = collection;
        }

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
            firstPlaces.entrySet().stream()
                    .map(each -> new Candidate(each.getKey(), each.getValue(), collection.documents(each.getKey())))
                    .sorted(RAREST_FIRST)
                    .limit(r)
                    .sorted(Comparator.comparingLong(Candidate::place))
                    .forEach(each -> out.add(each.minutia(), each.place()));
        }
    }

    /** The number of documents that hold each minutia of a collection. Immutable; 12 bytes per distinct minutia. */
    static final class CollectionFrequencies {
        /** The frequencies of an empty collection: all minutiae are equally rare. */
        static final CollectionFrequencies NONE = new CollectionFrequencies(new long[0], new int[0]);

        private final long[] minutiae;
        private final int[] documents;

        private CollectionFrequencies(long[] minutiae, int[] documents) {
            this.minutiae = minutiae;
            this.documents = documents;
        }

        /** @param scheme all of its minutiae are counted, whatever it selects */
        static CollectionFrequencies of(Documents texts, Scheme scheme) throws IOException {
            Fingerprinter all = Fingerprinter.of(scheme.withSelection(Selection.of("full")));
            long[][] held = {new long[1 << 16]};
            int[] count = {0};
            texts.forEach((id, utf8) -> {
                Fingerprint fingerprint = all.fingerprint(utf8);
                int size = Math.addExact(count[0], fingerprint.size());
                if (size > held[0].length) {
                    held[0] =
                            Arrays.copyOf(held[0], Math.max(size, Math.addExact(held[0].length, held[0].length >> 1)));
                }
                for (int i = 0; i < fingerprint.size(); i++) {
                    held[0][count[0]++] = fingerprint.minutia(i);
                }
            });
            return counted(Arrays.copyOf(held[0], count[0]));
        }

        /** @param postings each minutia once for each document that holds it, in any order */
        static CollectionFrequencies counted(long[] postings) {
            Arrays.parallelSort(postings);
            int[] documents = new int[postings.length];
            int distinct = 0;
            for (long minutia : postings) {
                if (distinct == 0 || minutia != postings[distinct - 1]) {
                    postings[distinct++] = minutia;
                }
                documents[distinct - 1]++;
            }
            return new CollectionFrequencies(Arrays.copyOf(postings, distinct), Arrays.copyOf(documents, distinct));
        }

        int documents(long minutia) {
            int at = Arrays.binarySearch(minutiae, minutia);
            return at < 0 ? 0 : documents[at];
        }
    }
}
