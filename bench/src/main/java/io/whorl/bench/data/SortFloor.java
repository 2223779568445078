package io.whorl.bench.data;

import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.select.SelectedChunks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The lowest possible cost of making a table from postings: one radix sort of (minutia, document) pairs, each in one
 * long, and one pass that writes as many bytes as the table has. All cores: the pairs are dealt to 256 partitions by
 * their leading bits, and the partitions are sorted in parallel. There are no groups, lists, lines or checksums.
 */
public final class SortFloor {
    /** Bits of a pair below the minutia. */
    private static final int DOCUMENT_BITS = 24;

    private static final int PARTITION_BITS = 8;
    private static final int PARTITIONS = 1 << PARTITION_BITS;
    private static final int[] DIGITS = {11, 11, 10};
    private static final int BUFFER = 1 << 20;

    private final long[] unsorted;
    private final long[] pairs;
    private final long[] other;
    private final int parts = Runtime.getRuntime().availableProcessors();

    private SortFloor(long[] unsorted) {
        this.unsorted = unsorted;
        pairs = new long[unsorted.length];
        other = new long[unsorted.length];
    }

    /** Returns the floor of a collection with the default scheme, whose minutiae have 40 bits. */
    public static SortFloor of(TextCollection text) {
        MinutiaExtractor extractor = MinutiaExtractor.of(Schemes.named(Schemes.DEFAULT));
        SelectedChunks selected = new SelectedChunks(false);
        long[] pairs = new long[1 << 20];
        int n = 0;
        for (int d = 0; d < text.documents().size(); d++) {
            byte[] utf8 = text.documents().get(d).utf8();
            extractor.extract(utf8, 0, utf8.length, selected);
            if (pairs.length - n < selected.size()) {
                pairs = Arrays.copyOf(pairs, Math.max(n + selected.size(), n * 2));
            }
            for (int i = 0; i < selected.size(); i++) {
                pairs[n++] = selected.array()[i] << DOCUMENT_BITS | d;
            }
        }
        return of(Arrays.copyOf(pairs, n));
    }

    /** Returns the floor of these pairs; the sort orders them by their 40 leading bits. */
    static SortFloor of(long[] pairs) {
        return new SortFloor(pairs);
    }

    /** Returns the number of pairs. */
    public int size() {
        return pairs.length;
    }

    /** Makes the pairs unsorted again; not part of the measured time. */
    public void reset() {
        System.arraycopy(unsorted, 0, pairs, 0, pairs.length);
    }

    /** Sorts the pairs and returns them. */
    public long[] sort() {
        int[][] place = new int[parts][];
        IntStream.range(0, parts).parallel().forEach(part -> place[part] = count(part));
        int[] start = new int[PARTITIONS + 1];
        int sum = 0;
        for (int p = 0; p < PARTITIONS; p++) {
            start[p] = sum;
            for (int[] ofPart : place) {
                int count = ofPart[p];
                ofPart[p] = sum;
                sum += count;
            }
        }
        start[PARTITIONS] = sum;
        IntStream.range(0, parts).parallel().forEach(part -> deal(part, place[part]));
        IntStream.range(0, PARTITIONS).parallel().forEach(p -> sort(start[p], start[p + 1]));
        return pairs;
    }

    private int begin(int part) {
        return (int) ((long) pairs.length * part / parts);
    }

    private int[] count(int part) {
        int[] counts = new int[PARTITIONS];
        for (int i = begin(part); i < begin(part + 1); i++) {
            counts[(int) (pairs[i] >>> Long.SIZE - PARTITION_BITS)]++;
        }
        return counts;
    }

    private void deal(int part, int[] place) {
        for (int i = begin(part); i < begin(part + 1); i++) {
            other[place[(int) (pairs[i] >>> Long.SIZE - PARTITION_BITS)]++] = pairs[i];
        }
    }

    /** An odd number of passes, so that the sorted pairs end where the unsorted ones began. */
    private void sort(int from, int to) {
        long[] source = other;
        long[] target = pairs;
        int shift = DOCUMENT_BITS;
        for (int digit : DIGITS) {
            int[] place = new int[1 << digit];
            int mask = place.length - 1;
            for (int i = from; i < to; i++) {
                place[(int) (source[i] >>> shift) & mask]++;
            }
            int sum = from;
            for (int d = 0; d < place.length; d++) {
                int count = place[d];
                place[d] = sum;
                sum += count;
            }
            for (int i = from; i < to; i++) {
                target[place[(int) (source[i] >>> shift) & mask]++] = source[i];
            }
            shift += digit;
            long[] swap = source;
            source = target;
            target = swap;
        }
    }

    /** Writes so many bytes to a new file. */
    public void write(Path file, long bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            int next = 0;
            for (long left = bytes; left > 0; ) {
                buffer.clear();
                buffer.asLongBuffer().put(pairs, next, Math.min(BUFFER / Long.BYTES, pairs.length - next));
                next = (next + BUFFER / Long.BYTES) % pairs.length;
                buffer.limit((int) Math.min(BUFFER, left));
                left -= buffer.limit();
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            }
            channel.force(true);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written", e);
        }
    }
}
