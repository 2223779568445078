package io.whorl.build;

import java.util.Arrays;

/** The documents that hold one minutia, united from ascending runs that have no document in common. Reusable. */
final class HolderUnion {
    private int[] documents = new int[64];
    private int[] frequencies = new int[64];
    private int size;
    private int runStart;
    private int[] runDocuments = new int[64];
    private int[] runFrequencies = new int[64];

    void clear() {
        size = 0;
        runStart = 0;
    }

    /** Appends to the run at hand. */
    void append(int document, int frequency) {
        if (size == documents.length) {
            documents = Arrays.copyOf(documents, size * 2);
            frequencies = Arrays.copyOf(frequencies, size * 2);
        }
        documents[size] = document;
        frequencies[size++] = frequency;
    }

    /** Ends a run: merges it, from the back, into what was there. */
    void endRun() {
        int n = size - runStart;
        if (n > 0 && runStart > 0 && documents[runStart - 1] > documents[runStart]) {
            if (n > runDocuments.length) {
                runDocuments = new int[Math.max(n, runDocuments.length * 2)];
                runFrequencies = new int[runDocuments.length];
            }
            System.arraycopy(documents, runStart, runDocuments, 0, n);
            System.arraycopy(frequencies, runStart, runFrequencies, 0, n);
            int old = runStart - 1;
            int added = n - 1;
            for (int to = size - 1; added >= 0; to--) {
                boolean takeOld = old >= 0 && documents[old] > runDocuments[added];
                documents[to] = takeOld ? documents[old] : runDocuments[added];
                frequencies[to] = takeOld ? frequencies[old--] : runFrequencies[added--];
            }
        }
        runStart = size;
    }

    /** Puts the run at hand in order, which it is in but where an alias took the place of who represented it. */
    void sortRun() {
        for (int i = runStart + 1; i < size; i++) {
            if (documents[i - 1] > documents[i]) {
                long[] both = new long[size - runStart];
                for (int j = 0; j < both.length; j++) {
                    both[j] = (long) documents[runStart + j] << Integer.SIZE | frequencies[runStart + j];
                }
                Arrays.sort(both);
                for (int j = 0; j < both.length; j++) {
                    documents[runStart + j] = (int) (both[j] >>> Integer.SIZE);
                    frequencies[runStart + j] = (int) both[j];
                }
                return;
            }
        }
    }

    int size() {
        return size;
    }

    /** Ascending in the first {@link #size} places. */
    int[] documents() {
        return documents;
    }

    int[] frequencies() {
        return frequencies;
    }
}
