package io.whorl.assembly;

import io.whorl.LimitExceededException;
import io.whorl.store.Varint;
import java.util.Arrays;

/**
 * A growing buffer of document lists, encoded as {@link io.whorl.store.DocumentLists} reads them. One thread at a time.
 */
public final class ListBuffer {
    private byte[] bytes = new byte[1 << 12];
    private final int most;
    private long hash;

    public ListBuffer() {
        this(Integer.MAX_VALUE - 16);
    }

    /** @param most the largest number of bytes; tests set a small one */
    public ListBuffer(int most) {
        this.most = most;
    }

    public byte[] bytes() {
        return bytes;
    }

    /** The hash of the list encoded last. Equal lists have equal hashes. */
    public long hash() {
        return hash;
    }

    /**
     * @param from where to write the list in {@link #bytes}
     * @param documents ascending, distinct
     * @param frequencies of each document, or null if the scheme stores none
     * @return the end of the list
     */
    public int encode(int from, int[] documents, int[] frequencies, int n) {
        if (from + (2L * n + 1) * Varint.LONGEST > bytes.length) {
            // Exactly, because the upper bound for a list of millions is many times its length.
            reserve(from, from + length(documents, frequencies, n));
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

    private static long length(int[] documents, int[] frequencies, int n) {
        long length = Varint.length(n);
        int before = -1;
        for (int i = 0; i < n; i++) {
            length += Varint.length(documents[i] - before - 1L);
            before = documents[i];
            length += frequencies == null ? 0 : Varint.length(frequencies[i]);
        }
        return length;
    }

    private void reserve(int from, long to) {
        LimitExceededException.require(
                "bytes of lists encoded together",
                to,
                most,
                "merge fewer segments together, or build from fewer documents");
        if (to > bytes.length) {
            long grown = from == 0 ? to + to / 8 : Math.max(to, bytes.length * 2L);
            bytes = Arrays.copyOf(bytes, (int) Math.min(most, grown));
        }
    }

    private static long mix(long h, int value) {
        return Long.rotateLeft((h ^ value) * 0x9E3779B97F4A7C15L, 29);
    }
}
