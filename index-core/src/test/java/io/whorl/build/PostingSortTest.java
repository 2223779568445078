package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.build.SpooledSegmentWriter.PartitionSorter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares the radix sort with a sort by comparison. */
class PostingSortTest {
    @Property(tries = 60)
    void packedPostingsAreSortedByKeyAndDocument(
            @ForAll @IntRange(max = 5_000) int n,
            @ForAll @IntRange(min = 12, max = 32) int bits,
            @ForAll @IntRange(max = 2) int shape,
            @ForAll long seed) {
        Random random = new Random(seed);
        // Keys above the sorted bits are equal, as in a slice of a partition.
        long high = bits == 32 ? 0 : (random.nextLong() << bits) & 0xFFFFFFFFL;
        long[] postings = new long[n];
        for (int i = 0; i < n; i++) {
            long key = random.nextLong() & (1L << bits) - 1;
            // Few distinct keys, or keys that agree in all but the lowest bits, defeat a sort by leading bits.
            key = shape == 0 ? key : shape == 1 ? key & 0x15 : key & 0x3FF | 0xC00;
            postings[i] = (high | key) << 32 | random.nextInt(1 + n / 2);
        }
        PartitionSorter.PostingSort sort = new PartitionSorter.PostingSort(true, false);
        sort.reserveMore(0, n);
        System.arraycopy(postings, 0, sort.keys(), 0, n);
        sort.sort(n, bits);
        Long[] expected = Arrays.stream(postings).boxed().toArray(Long[]::new);
        Arrays.sort(expected, Long::compareUnsigned);
        assertArrayEquals(Arrays.stream(expected).mapToLong(Long::longValue).toArray(), Arrays.copyOf(sort.keys(), n));
    }

    private record Posting(long key, int document, int count) {}

    @Property(tries = 30)
    void otherPostingsAreSortedByKeyAndStayInOrder(
            @ForAll @IntRange(max = 3_000) int n,
            @ForAll @IntRange(min = 12, max = 56) int bits,
            @ForAll boolean counted,
            @ForAll long seed) {
        Random random = new Random(seed);
        PartitionSorter.PostingSort sort = new PartitionSorter.PostingSort(false, counted);
        sort.reserveMore(0, n);
        Posting[] postings = new Posting[n];
        for (int i = 0; i < n; i++) {
            postings[i] =
                    new Posting(random.nextLong() & (1L << bits) - 1 & (i % 2 == 0 ? -1 : 0x1C00), i, random.nextInt());
            sort.keys()[i] = postings[i].key;
            sort.documents()[i] = i;
            if (counted) {
                sort.counts()[i] = postings[i].count;
            }
        }
        sort.sort(n, bits);
        Arrays.sort(postings, Comparator.comparingLong(Posting::key));
        for (int i = 0; i < n; i++) {
            Posting found =
                    new Posting(sort.keys()[i], sort.documents()[i], counted ? sort.counts()[i] : postings[i].count);
            assertEquals(postings[i], found);
        }
    }
}
