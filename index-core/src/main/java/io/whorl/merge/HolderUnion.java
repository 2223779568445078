package io.whorl.merge;

import io.whorl.LimitExceededException;
import java.util.Arrays;

/** The documents that hold one minutia, united from ascending lists without common documents. Reusable. */
final class HolderUnion {
    /** More documents than this are only held by a thread that may hold many; see {@link #shrink}. */
    static final int LARGE = 1 << 18;

    private static final int LEAST = 64;

    private final boolean counted;
    private final int most;
    private final Runnable beforeLarge;
    private int[] documents = new int[LEAST];
    /** Empty if the scheme stores no frequencies: most documents may hold a minutia, and then each int counts. */
    private int[] frequencies;

    private int size;
    private int listStart;
    private int[] listDocuments = new int[LEAST];
    private int[] listFrequencies;

    /**
     * @param counted whether frequencies are kept
     * @param beforeLarge is called before more than {@link #LARGE} documents are held
     */
    HolderUnion(boolean counted, Runnable beforeLarge) {
        this(counted, Integer.MAX_VALUE - 8, beforeLarge);
    }

    /** @param most the largest number of documents, at least 64; tests set a small one */
    HolderUnion(boolean counted, int most, Runnable beforeLarge) {
        this.most = most;
        this.beforeLarge = beforeLarge;
        this.counted = counted;
        frequencies = new int[counted ? documents.length : 0];
        listFrequencies = new int[counted ? listDocuments.length : 0];
    }

    void clear() {
        size = 0;
        listStart = 0;
    }

    /** Frees the memory that only a large union needs. */
    void shrink() {
        if (documents.length > LARGE) {
            clear();
            documents = new int[LEAST];
            frequencies = new int[counted ? LEAST : 0];
            listDocuments = new int[LEAST];
            listFrequencies = new int[counted ? LEAST : 0];
        }
    }

    /** Appends to the current list. */
    void append(int document, int frequency) {
        if (size == documents.length) {
            LimitExceededException.require(
                    "documents that hold one minutia, in a merge", size + 1L, most, "merge fewer segments together");
            if (size >= LARGE) {
                beforeLarge.run();
            }
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

    /** Ends the current list: merges it backwards into the earlier ones. */
    void endList() {
        int n = size - listStart;
        if (n > 0 && listStart > 0 && documents[listStart - 1] > documents[listStart]) {
            if (n > listDocuments.length) {
                listDocuments = new int[(int) Math.min(most, Math.max(n, listDocuments.length * 2L))];
                listFrequencies = new int[counted ? listDocuments.length : 0];
            }
            System.arraycopy(documents, listStart, listDocuments, 0, n);
            if (counted) {
                System.arraycopy(frequencies, listStart, listFrequencies, 0, n);
            }
            merge(listStart - 1, n - 1);
        }
        listStart = size;
    }

    /**
     * @param lastOld the last index of the earlier lists
     * @param lastAdded the last index of the copied list
     */
    private void merge(int lastOld, int lastAdded) {
        int old = lastOld;
        int added = lastAdded;
        for (int to = size - 1; added >= 0; to--) {
            boolean takeOld = old >= 0 && documents[old] > listDocuments[added];
            documents[to] = takeOld ? documents[old] : listDocuments[added];
            if (counted) {
                frequencies[to] = takeOld ? frequencies[old] : listFrequencies[added];
            }
            old -= takeOld ? 1 : 0;
            added -= takeOld ? 0 : 1;
        }
    }

    /** Sorts the current list. It is unsorted only if an alias replaced the document that represented it. */
    void sortList() {
        for (int i = listStart + 1; i < size; i++) {
            if (documents[i - 1] > documents[i]) {
                if (counted) {
                    sortWithFrequencies();
                } else {
                    Arrays.sort(documents, listStart, size);
                }
                return;
            }
        }
    }

    private void sortWithFrequencies() {
        long[] both = new long[size - listStart];
        for (int j = 0; j < both.length; j++) {
            both[j] = (long) documents[listStart + j] << Integer.SIZE | frequencies[listStart + j];
        }
        Arrays.sort(both);
        for (int j = 0; j < both.length; j++) {
            documents[listStart + j] = (int) (both[j] >>> Integer.SIZE);
            frequencies[listStart + j] = (int) both[j];
        }
    }

    int size() {
        return size;
    }

    /** The documents, ascending in the first {@link #size} places. */
    int[] documents() {
        return documents;
    }

    /** The frequencies of the documents; empty if the scheme stores none. */
    int[] frequencies() {
        return frequencies;
    }
}
