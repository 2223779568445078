package io.whorl.pairs;

import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.TempFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The least scores within groups of documents: of any pair, and of a pair with the representative of the group. Groups
 * are disjoint. A pair of an asymmetric measure has the higher score of its two directions. Pairs that share nothing
 * are not counted, so a group with fewer counted pairs than it has pairs has the least score 0. Thread-safe.
 */
public final class GroupScores {
    private static final int STRIPES = 64;
    private static final int BLOCK = 1 << 16;

    private final ScratchInts groups;
    private final ScratchInts representatives;
    private final Totals any;
    private final Totals direct;
    private final Object[] locks = new Object[STRIPES];

    /** The least score and the number of pairs of each group. */
    private record Totals(ScratchLongs least, ScratchLongs pairs) {
        void add(long group, double score) {
            long n = pairs.get(group);
            if (n == 0 || score < Double.longBitsToDouble(least.get(group))) {
                least.set(group, Double.doubleToLongBits(score));
            }
            pairs.set(group, n + 1);
        }

        double least(long group, long expected) {
            return pairs.get(group) < expected ? 0 : Double.longBitsToDouble(least.get(group));
        }

        List<ScratchLongs> arrays() {
            return List.of(least, pairs);
        }
    }

    /**
     * @param groups for each document 1 plus its group, or 0 for none; of a family of equal fingerprints only the first
     *     document may have a group
     * @param representatives for each group one of its documents
     * @param least four arrays with one element for each group, all 0, which this uses from now on
     */
    public GroupScores(ScratchInts groups, ScratchInts representatives, ScratchLongs... least) {
        this.groups = groups;
        this.representatives = representatives;
        any = new Totals(least[0], least[1]);
        direct = new Totals(least[2], least[3]);
        Arrays.setAll(locks, i -> new Object());
    }

    /**
     * The least score of two documents of a group.
     *
     * @param documents the number of documents that have this group, at least 2
     */
    public double leastPair(long group, long documents) {
        return any.least(group, documents * (documents - 1) / 2);
    }

    /** The least score of a document of a group and its representative, as {@link #leastPair}. */
    public double leastToRepresentative(long group, long documents) {
        return direct.least(group, documents - 1);
    }

    /** A checksum of the groups and their representatives. */
    String identity(int documents) {
        CRC32C crc = new CRC32C();
        ByteBuffer four = ByteBuffer.allocate(Integer.BYTES);
        for (int d = 0; d < documents; d++) {
            crc.update(four.putInt(0, groups.get(d)).rewind());
        }
        long n = any.least.size();
        for (long group = 0; group < n; group++) {
            crc.update(four.putInt(0, representatives.get(group)).rewind());
        }
        return String.format(Locale.ROOT, "%d groups, %08x", n, crc.getValue());
    }

    /** Writes all figures to an empty file. */
    void write(TempFile file) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK).order(ByteOrder.LITTLE_ENDIAN);
        for (ScratchLongs array : arrays()) {
            for (long i = 0; i < array.size(); i++) {
                block.putLong(array.get(i));
                if (!block.hasRemaining()) {
                    file.append(block.flip());
                    block.clear();
                }
            }
        }
        file.append(block.flip());
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws EOFException if the file does not have the figures of these groups
     */
    void read(TempFile file) throws IOException {
        ByteBuffer block =
                ByteBuffer.allocate(BLOCK).order(ByteOrder.LITTLE_ENDIAN).flip();
        long at = 0;
        for (ScratchLongs array : arrays()) {
            for (long i = 0; i < array.size(); i++) {
                if (!block.hasRemaining()) {
                    block.clear().limit((int) Math.min(BLOCK, Math.max(Long.BYTES, file.size() - at)));
                    file.read(at, block);
                    at += block.flip().remaining();
                }
                array.set(i, block.getLong());
            }
        }
    }

    private List<ScratchLongs> arrays() {
        return Stream.of(any, direct)
                .flatMap(totals -> totals.arrays().stream())
                .toList();
    }

    private void add(int group, int a, int b, double score) {
        synchronized (locks[group % STRIPES]) {
            any.add(group, score);
            int representative = representatives.get(group);
            if (a == representative || b == representative) {
                direct.add(group, score);
            }
        }
    }

    /** Creates the receiver of one thread. */
    PairSink sink(boolean symmetric) {
        return new PairSink() {
            private double forward;

            @Override
            public boolean wants(int document) {
                return groups.get(document) != 0;
            }

            @Override
            public boolean wants(int a, int b) {
                return groups.get(a) == groups.get(b);
            }

            @Override
            public double leastScore() {
                return 0;
            }

            @Override
            public boolean offer(double score, int a, int b, long rest) {
                int group = groups.get(a);
                if (group == 0 || group != groups.get(b)) {
                    return true;
                }
                if (!symmetric && a < b) {
                    // The other direction of the same pair follows at once.
                    forward = score;
                } else {
                    add(group - 1, a, b, symmetric ? score : Math.max(forward, score));
                }
                return true;
            }
        };
    }
}
