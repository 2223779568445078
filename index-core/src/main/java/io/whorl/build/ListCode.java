package io.whorl.build;

import io.whorl.store.Varint;
import java.util.Arrays;

/**
 * A growing buffer of lists of documents, encoded as {@link io.whorl.store.DocumentLists} reads them. One thread at a time.
 */
final class ListCode {
    private byte[] bytes = new byte[1 << 12];
    private long hash;

    byte[] bytes() {
        return bytes;
    }

    /** Of the list encoded last; equal lists have equal ones. */
    long hash() {
        return hash;
    }

    /**
     * @param from where the list begins in {@link #bytes}
     * @param documents ascending, distinct
     * @param frequencies of each, or null where the scheme keeps none
     * @return where it ends
     */
    int encode(int from, int[] documents, int[] frequencies, int n) {
        long room = from + (2L * n + 1) * Varint.LONGEST;
        if (room > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(room, bytes.length * 2L)));
        }
        int to = Varint.put(bytes, from, n);
        long h = n;
        int before = -1;
        for (int i = 0; i < n; i++) {
            to = Varint.put(bytes, to, documents[i] - before - 1L);
            h = mix(h, documents[i]);
            before = documents[i];
            if (frequencies != null) {
                to = Varint.put(bytes, to, frequencies[i]);
                h = mix(h, frequencies[i]);
            }
        }
        hash = h ^ h >>> 32;
        return to;
    }

    private static long mix(long h, int value) {
        return Long.rotateLeft((h ^ value) * 0x9E3779B97F4A7C15L, 29);
    }
}
