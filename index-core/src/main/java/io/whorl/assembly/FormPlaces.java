package io.whorl.assembly;

import java.util.Arrays;

/** The places in a {@link FormSpool} and the bytes of the stored forms of a batch. One thread at a time. */
final class FormPlaces {
    private long[] places = {};
    private int[] sizes = {};

    /** @param capacity room for the documents of the batch */
    void set(int i, int capacity, long place, int bytes) {
        if (i >= places.length) {
            places = Arrays.copyOf(places, capacity);
            sizes = Arrays.copyOf(sizes, capacity);
        }
        places[i] = place;
        sizes[i] = bytes;
    }

    long place(int i) {
        return places[i];
    }

    /** The bytes of the stored form of a document; 0 if there is none. */
    int bytes(int i) {
        return i < sizes.length ? sizes[i] : 0;
    }
}
