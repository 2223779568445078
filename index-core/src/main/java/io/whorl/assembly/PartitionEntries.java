package io.whorl.assembly;

import io.whorl.store.EntryRuns;
import java.io.IOException;

/** The table entries of one partition. Reusable. One thread at a time. */
final class PartitionEntries {
    private long[] minutiae = new long[0];
    /** The number of a document, or the complement of the number of a distinct list. */
    private long[] payloads = new long[0];

    private int size;

    /** Removes all entries, and makes room. */
    void clear(int most) {
        size = 0;
        if (minutiae.length < most) {
            minutiae = new long[most];
            payloads = new long[most];
        }
    }

    int size() {
        return size;
    }

    void add(long minutia, int document) {
        minutiae[size] = minutia;
        payloads[size++] = document;
    }

    void addList(long minutia, int list) {
        minutiae[size] = minutia;
        payloads[size++] = ~(long) list;
    }

    /**
     * Writes the entries to a run.
     *
     * @param placeOf the place of each distinct list
     */
    void put(EntryRuns runs, int run, long[] placeOf, long documents) throws IOException {
        for (int i = 0; i < size; i++) {
            if (payloads[i] < 0) {
                payloads[i] = documents + placeOf[(int) ~payloads[i]];
            }
        }
        runs.put(run, minutiae, payloads, size);
    }
}
