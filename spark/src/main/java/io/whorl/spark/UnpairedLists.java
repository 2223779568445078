package io.whorl.spark;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The lists of a family that make no pairs, because too many families hold them. Scores count what two families share
 * in them. One thread at a time.
 */
final class UnpairedLists {
    private static final int LONGS = 4;
    private static final int BYTES = LONGS * Long.BYTES;

    private long minutiae;
    private long weight;

    /**
     * A list as bytes.
     *
     * @param name the smallest of its minutiae
     */
    static byte[] list(long name, long minutiae, long weight, boolean common) {
        ByteBuffer list = ByteBuffer.allocate(BYTES);
        return list.putLong(name)
                .putLong(minutiae)
                .putLong(weight)
                .putLong(common ? 1 : 0)
                .array();
    }

    /**
     * The lists of a family in the order of their names.
     *
     * @param common whether those of common minutiae are kept
     */
    static byte[] sorted(List<byte[]> lists, boolean common) {
        return join(lists.stream()
                .flatMap(UnpairedLists::divide)
                .filter(list -> common || ByteBuffer.wrap(list).getLong(BYTES - Long.BYTES) == 0)
                .sorted(Comparator.comparingLong(list -> ByteBuffer.wrap(list).getLong()))
                .toArray(byte[][]::new));
    }

    private static Stream<byte[]> divide(byte[] lists) {
        return IntStream.range(0, lists.length / BYTES)
                .mapToObj(i -> Arrays.copyOfRange(lists, i * BYTES, (i + 1) * BYTES));
    }

    private static byte[] join(byte[][] lists) {
        ByteBuffer all = ByteBuffer.allocate(lists.length * BYTES);
        for (byte[] list : lists) {
            all.put(list);
        }
        return all.array();
    }

    /** Counts the minutiae of all lists of a family. */
    void count(byte[] lists) {
        share(lists, lists);
    }

    /** Counts the minutiae of the lists that both families have. */
    void share(byte[] a, byte[] b) {
        minutiae = 0;
        weight = 0;
        ByteBuffer ofA = ByteBuffer.wrap(a);
        ByteBuffer ofB = ByteBuffer.wrap(b);
        for (int i = 0, j = 0; i < a.length && j < b.length; ) {
            int order = Long.compare(ofA.getLong(i), ofB.getLong(j));
            if (order == 0) {
                minutiae += ofA.getLong(i + Long.BYTES);
                weight += ofA.getLong(i + 2 * Long.BYTES);
            }
            i += order <= 0 ? BYTES : 0;
            j += order >= 0 ? BYTES : 0;
        }
    }

    long minutiae() {
        return minutiae;
    }

    long weight() {
        return weight;
    }
}
