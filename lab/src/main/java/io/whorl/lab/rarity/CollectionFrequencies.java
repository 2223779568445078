package io.whorl.lab.rarity;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.collection.Texts;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.util.Arrays;

/** The number of documents that hold each minutia of a collection. Immutable; 12 bytes per distinct minutia. */
final class CollectionFrequencies {
    /** The frequencies of an empty collection: all minutiae are equally rare. */
    static final CollectionFrequencies NONE = new CollectionFrequencies(new long[0], new int[0]);

    private final long[] minutiae;
    private final int[] documents;

    private CollectionFrequencies(long[] minutiae, int[] documents) {
        this.minutiae = minutiae;
        this.documents = documents;
    }

    /** @param scheme all of its minutiae are counted, whatever it selects */
    static CollectionFrequencies of(Texts texts, Scheme scheme) throws IOException {
        Fingerprinter all = Fingerprinter.of(scheme.withSelection(Selection.of("full")));
        long[][] held = {new long[1 << 16]};
        int[] count = {0};
        texts.forEach((id, utf8) -> {
            Fingerprint fingerprint = all.fingerprint(utf8);
            int size = Math.addExact(count[0], fingerprint.size());
            if (size > held[0].length) {
                held[0] = Arrays.copyOf(held[0], Math.max(size, Math.addExact(held[0].length, held[0].length >> 1)));
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

    /** Returns the number of documents that hold the minutia. */
    int documents(long minutia) {
        int at = Arrays.binarySearch(minutiae, minutia);
        return at < 0 ? 0 : documents[at];
    }
}
