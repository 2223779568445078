package io.whorl.cluster;

import io.whorl.pairs.PairScratch;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.TempFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;

/**
 * The least scores within groups of documents: of any pair, and of a pair with the representative of the group. Groups
 * are disjoint. A pair of an asymmetric measure has the higher score of its two directions, and with the representative
 * that of the other document. Pairs that share nothing are not counted, so a group with fewer counted pairs than it has
 * pairs has the least score 0. Thread-safe.
 */
final class GroupScores {
    private static final int STRIPES = 64;
    private static final int BLOCK = 1 << 13;
    /** The parts of {@link #figures}: least scores and numbers of any pairs, then of pairs with representatives. */
    private static final int PARTS = 4;

    private final ScratchInts groups;
    private final ScratchInts representatives;
    private final long count;
    /** A figure for each part and group. */
    private final ScratchLongs figures;

    private final Object[] locks = new Object[STRIPES];

    /**
     * @param groups for each document 1 plus its group, or 0 for none; of a family of equal fingerprints only the first
     *     document may have a group
     * @param representatives for each group one of its documents
     * @param count the number of groups
     */
    GroupScores(ScratchInts groups, ScratchInts representatives, long count, PairScratch kept) throws IOException {
        this.groups = groups;
        this.representatives = representatives;
        this.count = count;
        figures = kept.longs(PARTS * count);
        Arrays.setAll(locks, i -> new Object());
    }

    /**
     * The least score of two documents of a group.
     *
     * @param documents the number of documents that have this group, at least 2
     */
    double leastPair(long group, long documents) {
        return least(group, documents * (documents - 1) / 2);
    }

    /** The least score of a document of a group and its representative, as {@link #leastPair}. */
    double leastToRepresentative(long group, long documents) {
        return least(2 * count + group, documents - 1);
    }

    private double least(long at, long expected) {
        return figures.get(count + at) < expected ? 0 : Double.longBitsToDouble(figures.get(at));
    }

    /**
     * @param ofA the score of A with B
     * @param ofB the score of B with A
     */
    private void add(int group, int a, int b, double ofA, double ofB) {
        synchronized (locks[group % STRIPES]) {
            add(group, Math.max(ofA, ofB));
            int representative = representatives.get(group);
            if (a == representative || b == representative) {
                add(2 * count + group, a == representative ? ofB : ofA);
            }
        }
    }

    private void add(long at, double score) {
        if (figures.get(count + at) == 0 || score < Double.longBitsToDouble(figures.get(at))) {
            figures.set(at, Double.doubleToLongBits(score));
        }
        figures.add(count + at, 1);
    }

    /** A checksum of the groups and their representatives. */
    String identity(int documents) {
        CRC32C crc = new CRC32C();
        ByteBuffer four = ByteBuffer.allocate(Integer.BYTES);
        LongStream.range(0, documents)
                .forEach(d -> crc.update(four.putInt(0, groups.get(d)).rewind()));
        LongStream.range(0, count)
                .forEach(g -> crc.update(four.putInt(0, representatives.get(g)).rewind()));
        return String.format(Locale.ROOT, "%d groups, %08x", count, crc.getValue());
    }

    /** Writes all figures to an empty file. */
    void write(TempFile file) throws IOException {
        for (long from = 0; from < figures.size(); from += BLOCK) {
            ByteBuffer block = block(from);
            while (block.hasRemaining()) {
                block.putLong(figures.get(from + block.position() / Long.BYTES));
            }
            file.append(block.flip());
        }
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws EOFException if the file does not have the figures of these groups
     */
    void read(TempFile file) throws IOException {
        for (long from = 0; from < figures.size(); from += BLOCK) {
            ByteBuffer block = block(from);
            file.read(from * Long.BYTES, block);
            block.flip();
            while (block.hasRemaining()) {
                figures.set(from + block.position() / Long.BYTES, block.getLong());
            }
        }
    }

    private ByteBuffer block(long from) {
        int figuresLeft = (int) Math.min(BLOCK, figures.size() - from);
        return ByteBuffer.allocate(figuresLeft * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Creates the receiver of one thread. */
    PairCount.Sink sink(boolean symmetric) {
        return new PairCount.Sink() {
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
            public boolean offer(double score, int a, int b, long shared) {
                int group = groups.get(a);
                if (group == 0 || group != groups.get(b)) {
                    return true;
                }
                if (!symmetric && a < b) {
                    // The other direction of the same pair follows at once.
                    forward = score;
                } else {
                    add(group - 1, a, b, score, symmetric ? score : forward);
                }
                return true;
            }
        };
    }
}
