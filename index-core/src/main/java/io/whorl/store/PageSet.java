package io.whorl.store;

import java.util.Arrays;

/** Collects the distinct pages of a file that contain some places. Reused; one thread at a time. */
final class PageSet {
    /** The largest number of pages: few enough that pages read ahead are still in memory when they are used. */
    static final int CAPACITY = 4_096;

    /** The system's page, or a part of it: a page that is read twice is in memory the second time. */
    private static final int PAGE_BITS = 12;

    private final long[] pages = new long[CAPACITY];
    private int size;
    private boolean ascending = true;

    void clear() {
        size = 0;
        ascending = true;
    }

    /** True if no further place may be added. */
    boolean isFull() {
        return size == CAPACITY;
    }

    /** Adds the page of a byte of the file. Equal pages in a row take one entry. */
    void add(long offset) {
        long page = offset >>> PAGE_BITS;
        if (size == 0 || pages[size - 1] != page) {
            ascending &= size == 0 || pages[size - 1] < page;
            pages[size++] = page;
        }
    }

    /** The offsets of the distinct pages, ascending. */
    long[] offsets() {
        if (!ascending) {
            Arrays.sort(pages, 0, size);
        }
        long[] offsets = new long[size];
        int n = 0;
        for (int i = 0; i < size; i++) {
            long offset = pages[i] << PAGE_BITS;
            if (n == 0 || offsets[n - 1] != offset) {
                offsets[n++] = offset;
            }
        }
        return Arrays.copyOf(offsets, n);
    }
}
