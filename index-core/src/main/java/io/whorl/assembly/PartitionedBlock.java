package io.whorl.assembly;

import java.util.Arrays;

/**
 * A block of postings in the order of their partitions; within a partition, in the order of arrival. Equal postings
 * that are neighbours in their partition are united, so a text that repeats one line takes little heap.
 */
final class PartitionedBlock {
    private final PostingBlock postings;
    /** The end of each partition; it starts at the end of the one before. */
    private final int[] ends;

    private final int firstDocument;

    private PartitionedBlock(PostingBlock postings, int[] ends, int firstDocument) {
        this.postings = postings;
        this.ends = ends;
        this.firstDocument = firstDocument;
    }

    /**
     * Deals postings to their partitions. The block and the counters stay in the caches, so this takes two short
     * passes.
     *
     * @param from not packed; the keys are whole minutiae
     * @param keyBits the bits of a minutia below those that select the partition
     */
    static PartitionedBlock of(PostingBlock from, int n, int keyBits) {
        int[] start = new int[PostingSpool.PARTITIONS + 1];
        for (int i = 0; i < n; i++) {
            start[(int) (from.keys[i] >>> keyBits) + 1]++;
        }
        for (int p = 0; p < PostingSpool.PARTITIONS; p++) {
            start[p + 1] += start[p];
        }
        boolean counted = from.counts.length > 0;
        PostingBlock to = new PostingBlock(n, PostingBlock.packs(keyBits, counted), counted);
        int[] ends = Arrays.copyOf(start, PostingSpool.PARTITIONS);
        int dealt =
                to.isPacked() ? dealPacked(from, n, keyBits, to, ends, start) : deal(from, n, keyBits, to, ends, start);
        return dealt == n
                ? new PartitionedBlock(to, ends, from.documents[0])
                : compacted(to, ends, start, dealt, from.documents[0]);
    }

    private static int dealPacked(PostingBlock from, int n, int keyBits, PostingBlock to, int[] ends, int[] start) {
        long[] minutiae = from.keys;
        int[] documents = from.documents;
        long[] keys = to.keys;
        int dealt = n;
        long mask = (1L << keyBits) - 1;
        for (int i = 0; i < n; i++) {
            long minutia = minutiae[i];
            int p = (int) (minutia >>> keyBits);
            long posting = (minutia & mask) << PostingBlock.DOCUMENT_BITS | documents[i];
            int at = ends[p];
            if (at > 0 && keys[at - 1] == posting && at > start[p]) {
                dealt--;
                continue;
            }
            keys[at] = posting;
            ends[p] = at + 1;
        }
        return dealt;
    }

    private static int deal(PostingBlock from, int n, int keyBits, PostingBlock to, int[] ends, int[] start) {
        boolean counted = from.counts.length > 0;
        int dealt = n;
        long mask = (1L << keyBits) - 1;
        for (int i = 0; i < n; i++) {
            int p = (int) (from.keys[i] >>> keyBits);
            long key = from.keys[i] & mask;
            int at = ends[p];
            if (at > start[p] && to.keys[at - 1] == key && to.documents[at - 1] == from.documents[i]) {
                if (counted) {
                    to.counts[at - 1] = PostingSpool.sum(to.counts[at - 1], from.counts[i]);
                }
                dealt--;
                continue;
            }
            to.keys[at] = key;
            to.documents[at] = from.documents[i];
            if (counted) {
                to.counts[at] = from.counts[i];
            }
            ends[p] = at + 1;
        }
        return dealt;
    }

    /** Closes the gaps that united postings left. */
    private static PartitionedBlock compacted(PostingBlock from, int[] ends, int[] start, int n, int firstDocument) {
        PostingBlock to = new PostingBlock(n, from.isPacked(), from.counts.length > 0);
        int at = 0;
        for (int p = 0; p < PostingSpool.PARTITIONS; p++) {
            int size = ends[p] - start[p];
            System.arraycopy(from.keys, start[p], to.keys, at, size);
            if (to.documents.length > 0) {
                System.arraycopy(from.documents, start[p], to.documents, at, size);
            }
            if (to.counts.length > 0) {
                System.arraycopy(from.counts, start[p], to.counts, at, size);
            }
            at += size;
            ends[p] = at;
        }
        return new PartitionedBlock(to, ends, firstDocument);
    }

    PostingBlock postings() {
        return postings;
    }

    /** The document of the posting that arrived first. */
    int firstDocument() {
        return firstDocument;
    }

    int size() {
        return postings.keys.length;
    }

    /** The index of the first posting of a partition. */
    int start(int p) {
        return p == 0 ? 0 : ends[p - 1];
    }

    int end(int p) {
        return ends[p];
    }
}
