package io.whorl.bench.layout;

import io.whorl.bench.data.SingletonSet;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A directory of offsets over the high bits, and the low bits with their documents packed in ascending order: exact and
 * the smallest, in the manner of Elias and Fano, at the price of two misses a look-up. The minutiae of a bucket being
 * uniform, the search begins where one of its value would lie.
 *
 * <p>File: a line of header (count, bits of a remainder, bits of a document), the directory (four bytes a bucket and
 * four for the end), the packed entries, eight bytes of room for the last read.
 */
public final class OffsetDirectory implements MinutiaTable {
    /** Minutiae in a bucket, about: fewer make the directory larger, more make the search longer. */
    private static final int PER_BUCKET = 24;

    private static final int AHEAD = 128;
    private static final int ROOM = 8;
    /** What a read of eight bytes from a byte's border surely holds. */
    private static final int MOST_ENTRY_BITS = 57;

    private final ByteBuffer mapping;
    private final int remainderBits;
    private final int entryBits;
    private final long remainderMask;
    private final long documentMask;
    private final int packedAt;
    /** What was read ahead: kept, so that the reading cannot be left out as dead. */
    private long touched;

    private OffsetDirectory(ByteBuffer mapping) {
        this.mapping = mapping;
        remainderBits = (int) mapping.getLong(8);
        int documentBits = (int) mapping.getLong(16);
        entryBits = remainderBits + documentBits;
        remainderMask = (1L << remainderBits) - 1;
        documentMask = (1L << documentBits) - 1;
        packedAt = packedAt(remainderBits);
    }

    /** Writes the table of a set. */
    public static void build(SingletonSet set, Path file) {
        int bucketBits = Math.max(1, 31 - Integer.numberOfLeadingZeros(Math.max(1, set.count() / PER_BUCKET)));
        int remainderBits = SingletonSet.BITS - bucketBits;
        int documentBits = Math.max(1, 32 - Integer.numberOfLeadingZeros(set.documents() - 1));
        int entryBits = remainderBits + documentBits;
        if (entryBits > MOST_ENTRY_BITS) {
            throw new IllegalArgumentException(
                    set + " needs entries of " + entryBits + " bits; they must have at most " + MOST_ENTRY_BITS);
        }
        int packedAt = packedAt(remainderBits);
        ByteBuffer table = LineFile.allocate(packedAt + ((long) set.count() * entryBits + 7) / 8 + ROOM);
        table.putLong(0, set.count()).putLong(8, remainderBits).putLong(16, documentBits);
        long[] pairs = set.sorted();
        int bucket = 0;
        for (int i = 0; i < pairs.length; i++) {
            long minutia = pairs[i] >>> SingletonSet.DOCUMENT_BITS;
            long document = pairs[i] & (1L << SingletonSet.DOCUMENT_BITS) - 1;
            for (; bucket <= minutia >>> remainderBits; bucket++) {
                table.putInt(LineFile.LINE + 4 * bucket, i);
            }
            long entry = minutia & (1L << remainderBits) - 1 | document << remainderBits;
            long bit = (long) i * entryBits;
            int at = packedAt + (int) (bit >>> 3);
            // An entry ends within eight bytes of the one it begins in: the bits already there are its neighbour's.
            table.putLong(at, table.getLong(at) | entry << (bit & 7));
        }
        for (; bucket <= 1 << bucketBits; bucket++) {
            table.putInt(LineFile.LINE + 4 * bucket, pairs.length);
        }
        LineFile.write(file, table);
    }

    public static OffsetDirectory open(Path file) {
        return new OffsetDirectory(LineFile.map(file));
    }

    @Override
    public long find(long minutia) {
        int slot = slot(minutia);
        int first = mapping.getInt(slot);
        int end = mapping.getInt(slot + 4);
        long wanted = minutia & remainderMask;
        int i = guess(wanted, first, end);
        while (i > first && remainder(i - 1) >= wanted) {
            i--;
        }
        while (i < end && remainder(i) < wanted) {
            i++;
        }
        return i < end && remainder(i) == wanted ? entry(i) >>> remainderBits & documentMask : ABSENT;
    }

    @Override
    public void findAll(long[] minutiae, int from, int to, long[] ordinals) {
        for (int start = from; start < to; start += AHEAD) {
            int end = Math.min(to, start + AHEAD);
            long sum = 0;
            for (int i = start; i < end; i++) {
                sum += mapping.getInt(slot(minutiae[i]));
            }
            for (int i = start; i < end; i++) {
                int slot = slot(minutiae[i]);
                sum += entry(guess(minutiae[i] & remainderMask, mapping.getInt(slot), mapping.getInt(slot + 4)));
            }
            touched += sum;
            for (int i = start; i < end; i++) {
                ordinals[i] = find(minutiae[i]);
            }
        }
    }

    @Override
    public long bytes() {
        return mapping.limit();
    }

    @Override
    public void close() {}

    private int slot(long minutia) {
        return LineFile.LINE + 4 * (int) (minutia >>> remainderBits);
    }

    /** Where the remainder would lie if those of the bucket were spread evenly. */
    private int guess(long remainder, int first, int end) {
        return first + (int) (remainder * (end - first) >>> remainderBits);
    }

    private long remainder(int i) {
        return entry(i) & remainderMask;
    }

    private long entry(int i) {
        long bit = (long) i * entryBits;
        return mapping.getLong(packedAt + (int) (bit >>> 3)) >>> (bit & 7);
    }

    private static int packedAt(int remainderBits) {
        long directory = 4L * ((1L << SingletonSet.BITS - remainderBits) + 1);
        return LineFile.LINE + LineFile.lines(directory) * LineFile.LINE;
    }
}
