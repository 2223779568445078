package io.whorl.store;

import java.io.IOException;

/**
 * Sorts entries by their rotated minutiae ({@link Rotation}). The two orders agree among minutiae with the same leading
 * byte, so merging the 256 groups is enough. A tournament tree of 256 readers, in memory that does not grow with the
 * entries. Used once.
 */
final class RotationMerge {
    /** Entries to put into a run of the result at a time. */
    private static final int PIECE = 1 << 12;

    private static final int READERS = Rotation.RUNS;
    /**
     * Greater than each rotated minutia of 63 bits or fewer. With 64 bits a minutia can have this value, so
     * {@link #left} decides.
     */
    private static final long NONE = -1;

    private final EntryReader[] readers = new EntryReader[READERS];
    private final long[] head = new long[READERS];
    private final boolean[] left = new boolean[READERS];
    /** The winner of node i is the lesser of the winners of nodes 2i and 2i + 1. The readers are the leaves. */
    private final int[] winner = new int[2 * READERS];

    private final int bits;

    private RotationMerge(EntryRuns entries, int bits) throws IOException {
        this.bits = bits;
        int runs = entries.runs() / READERS;
        for (int i = 0; i < READERS; i++) {
            readers[i] = new EntryReader(entries, i * runs, (i + 1) * runs);
            winner[READERS + i] = i;
            load(i);
        }
        for (int node = READERS - 1; node > 0; node--) {
            winner[node] = lesser(winner[2 * node], winner[2 * node + 1]);
        }
    }

    /**
     * Merges the groups.
     *
     * @param entries in a multiple of 256 runs, split by the leading bits of the minutiae
     * @return the same entries with rotated minutiae in 256 runs, one for each leading byte, in ascending order
     */
    static EntryRuns merge(EntryRuns entries, int bits, long memory, ScratchSpace scratch) throws IOException {
        RotationMerge merge = new RotationMerge(entries, bits);
        long[] minutiae = new long[(int) Math.min(PIECE, entries.count())];
        long[] payloads = new long[minutiae.length];
        EntryRuns out = new EntryRuns(Rotation.RUNS, memory, scratch);
        try {
            int run = 0;
            int n = 0;
            for (long left = entries.count(); left > 0; left--) {
                int reader = merge.winner[1];
                int leading = (int) (merge.head[reader] >>> (bits - Byte.SIZE));
                if (n == minutiae.length || leading != run) {
                    out.put(run, minutiae, payloads, n);
                    run = leading;
                    n = 0;
                }
                minutiae[n] = merge.head[reader];
                payloads[n++] = merge.readers[reader].payload();
                merge.advance(reader);
            }
            out.put(run, minutiae, payloads, n);
            return out;
        } catch (IOException | RuntimeException e) {
            out.close();
            throw e;
        }
    }

    private void advance(int reader) throws IOException {
        readers[reader].advance();
        load(reader);
        for (int node = (READERS + reader) / 2; node > 0; node /= 2) {
            winner[node] = lesser(winner[2 * node], winner[2 * node + 1]);
        }
    }

    private void load(int reader) throws IOException {
        left[reader] = readers[reader].more();
        head[reader] = left[reader] ? Rotation.rotate(readers[reader].minutia(), bits) : NONE;
    }

    private int lesser(int a, int b) {
        int order = Long.compareUnsigned(head[a], head[b]);
        return order < 0 || order == 0 && left[a] ? a : b;
    }
}
