package io.whorl.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Some documents added one after another: fingerprinted together on one thread, and afterwards the record of their ids
 * and counts. Filled by the adding thread, then by one fingerprinting thread, then only read.
 */
final class Batch {
    /** Left out: fewer words than asked for. */
    static final byte TOO_SHORT = 1;

    /** Ordinal, in order of arrival, of the first document. */
    final int first;

    private final List<byte[]> texts = new ArrayList<>();
    private byte[] ids = new byte[256];
    private int[] idEnds = new int[16];
    private int size;
    private long textBytes;

    long[] words;
    byte[] left;
    byte[][] extras;

    Batch(int first) {
        this.first = first;
    }

    void add(byte[] id, byte[] utf8) {
        int from = size == 0 ? 0 : idEnds[size - 1];
        if (from + id.length > ids.length) {
            ids = Arrays.copyOf(ids, Math.max(from + id.length, ids.length * 2));
        }
        if (size == idEnds.length) {
            idEnds = Arrays.copyOf(idEnds, size * 2);
        }
        System.arraycopy(id, 0, ids, from, id.length);
        idEnds[size++] = from + id.length;
        texts.add(utf8);
        textBytes += utf8.length;
    }

    int size() {
        return size;
    }

    long textBytes() {
        return textBytes;
    }

    byte[] text(int i) {
        return texts.get(i);
    }

    /** Lets go of the texts, and of room not used. */
    void fingerprinted() {
        texts.clear();
        ids = Arrays.copyOf(ids, idEnds[size - 1]);
        idEnds = Arrays.copyOf(idEnds, size);
    }

    byte[] id(int i) {
        return Arrays.copyOfRange(ids, i == 0 ? 0 : idEnds[i - 1], idEnds[i]);
    }


    /** The order of two ids' UTF-8 bytes. */
    static int compareIds(Batch a, int i, Batch b, int j) {
        return Arrays.compareUnsigned(a.ids, i == 0 ? 0 : a.idEnds[i - 1], a.idEnds[i],
                b.ids, j == 0 ? 0 : b.idEnds[j - 1], b.idEnds[j]);
    }
}
