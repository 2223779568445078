package io.whorl.merge;

import io.whorl.LimitExceededException;
import java.util.Arrays;

/** The documents that hold one minutia, united from ascending runs that have no document in common. Reusable. */
final class HolderUnion {
    private final boolean counted;
    private final int most;
    private int[] documents = new int[64];
    /** Empty where they are not kept: a minutia may be in most documents, and then each int counts. */
    private int[] frequencies;

    private int size;
    private int runStart;
    private int[] runDocuments = new int[64];
    private int[] runFrequencies;

    /** @param counted whether frequencies are kept */
    HolderUnion(boolean counted) {
        this(counted, Integer.MAX_VALUE - 8);
    }

    /** @param most documents that it takes, at least 64, so that tests reach the limit */
    HolderUnion(boolean counted, int most) {
        this.most = most;
        this.counted = counted;
        frequencies = new int[counted ? documents.length : 0];
        runFrequencies = new int[counted ? runDocuments.length : 0];
    }

    void clear() {
        size = 0;
        runStart = 0;
    }

    /** Appends to the run at hand. */
    void append(int document, int frequency) {
        if (size == documents.length) {
            LimitExceededException.require(
                    "documents that hold one minutia, in a merge", size + 1L, most, "merge fewer segments together");
            int length = (int) Math.min(most, size * 2L);
            documents = Arrays.copyOf(documents, length);
            frequencies = counted ? Arrays.copyOf(frequencies, length) : frequencies;
        }
        documents[size] = document;
        if (counted) {
            frequencies[size] = frequency;
        }
        size++;
    }

    /** Ends a run: merges it, from the back, into what was there. */
    void endRun() {
        int n = size - runStart;
        if (n > 0 && runStart > 0 && documents[runStart - 1] > documents[runStart]) {
            if (n > runDocuments.length) {
                runDocuments = new int[(int) Math.min(most, Math.max(n, runDocuments.length * 2L))];
                runFrequencies = new int[counted ? runDocuments.length : 0];
            }
            System.arraycopy(documents, runStart, runDocuments, 0, n);
            if (counted) {
                System.arraycopy(frequencies, runStart, runFrequencies, 0, n);
            }
            merge(runStart - 1, n - 1);
        }
        runStart = size;
    }

    /** @param lastOld where what was there ends, and {@code lastAdded} where the run that was set aside does */
    private void merge(int lastOld, int lastAdded) {
        int old = lastOld;
        int added = lastAdded;
        for (int to = size - 1; added >= 0; to--) {
            boolean takeOld = old >= 0 && documents[old] > runDocuments[added];
            documents[to] = takeOld ? documents[old] : runDocuments[added];
            if (counted) {
                frequencies[to] = takeOld ? frequencies[old] : runFrequencies[added];
            }
            old -= takeOld ? 1 : 0;
            added -= takeOld ? 0 : 1;
        }
    }

    /** Puts the run at hand in order, which it is in but where an alias took the place of who represented it. */
    void sortRun() {
        for (int i = runStart + 1; i < size; i++) {
            if (documents[i - 1] > documents[i]) {
                if (counted) {
                    sortWithFrequencies();
                } else {
                    Arrays.sort(documents, runStart, size);
                }
                return;
            }
        }
    }

    private void sortWithFrequencies() {
        long[] both = new long[size - runStart];
        for (int j = 0; j < both.length; j++) {
            both[j] = (long) documents[runStart + j] << Integer.SIZE | frequencies[runStart + j];
        }
        Arrays.sort(both);
        for (int j = 0; j < both.length; j++) {
            documents[runStart + j] = (int) (both[j] >>> Integer.SIZE);
            frequencies[runStart + j] = (int) both[j];
        }
    }

    int size() {
        return size;
    }

    /** Ascending in the first {@link #size} places. */
    int[] documents() {
        return documents;
    }

    /** Of each; not there where they are not kept. */
    int[] frequencies() {
        return frequencies;
    }
}
