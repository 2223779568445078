package io.whorl.build;

import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchArrays.ScratchInts;
import io.whorl.store.ScratchArrays.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * A sum over the minutiae of each living document of several segments, as if they were merged. No segment is written.
 * One pass reads all inputs in the order of their minutiae. Takes 20 bytes a document, in a scratch file if there are
 * many. Thread-safe once it is made.
 *
 * @param ordinals for each input the ordinals of its documents among all
 * @param sums by these ordinals
 * @param counts of the segment that a merge would write
 */
public record MergedSums(List<ScratchInts> ordinals, ScratchLongs sums, SegmentCounts counts) {
    /**
     * Adds up the minutiae of the documents.
     *
     * @param inputs as for a merge
     * @param summand of a minutia, by the number of living documents that hold it; documents that share postings count
     *     as one
     * @param memory bytes of heap for data that grow with the minutiae
     * @throws io.whorl.CorruptIndexException if an input is damaged
     */
    public static MergedSums of(List<SealedPart> inputs, LongUnaryOperator summand, long memory, ScratchSpace scratch)
            throws IOException {
        SegmentMerge.check(inputs, memory);
        return SegmentMerge.reading(inputs, () -> {
            try (MergedDocuments documents =
                    new MergedDocuments(inputs, SegmentMerge.FamilySource.NONE, scratch, () -> false, 0)) {
                long count = documents.count();
                ScratchLongs sums = documents.arrays.longs(count);
                MinutiaMerge.MergeMemo memo = new MinutiaMerge.MergeMemo(inputs, memory / 16);
                Target target = new Target(count, sums, summand, memo, memory / 4);
                new MinutiaMerge(inputs, documents, memo, target, () -> false)
                        .run(0, inputs.get(0).segment().table().last());
                target.flush();
                long words = 0;
                for (long d = 0; d < count; d++) {
                    words += documents.words(d);
                    long next = documents.hasFamilies() ? documents.next(d) : d;
                    if (next > d) {
                        sums.set(next, sums.get(d));
                    }
                }
                return new MergedSums(
                        IntStream.range(0, inputs.size())
                                .mapToObj(documents::ordinals)
                                .toList(),
                        sums,
                        new SegmentCounts(count, words, target.counted, target.singletons, target.postings));
            }
        });
    }

    /**
     * The sum of a living document.
     *
     * @param input the index of the input that has it
     * @param document its ordinal there
     */
    public long get(int input, long document) {
        return sums.get(ordinals.get(input).get(document));
    }

    /**
     * Counts the minutiae of each list, so that a list is decoded once and not once per minutia. When the table of
     * lists is full, their sums are added to the documents, and the table is cleared.
     */
    private static final class Target implements MinutiaMerge.MergeTarget {
        private static final int LEAST = 1 << 10;
        private static final int MOST = 1 << 28;

        private final long all;
        private final ScratchLongs sums;
        private final LongUnaryOperator summand;
        private final MinutiaMerge.MergeMemo memo;
        /** The summand of a minutia that one document holds. */
        private final long alone;
        /** The documents of the lists, one list after another. */
        private int[] documents;

        /** For each list its end in {@link #documents}. */
        private int[] ends;

        private long[] minutiae;
        private int lists;
        private long counted;
        private long singletons;
        private long postings;

        Target(long all, ScratchLongs sums, LongUnaryOperator summand, MinutiaMerge.MergeMemo memo, long memory) {
            this.all = all;
            this.sums = sums;
            this.summand = summand;
            this.memo = memo;
            alone = summand.applyAsLong(1);
            // Half of the memory for documents, half for lists of 12 bytes.
            documents = new int[(int) Math.max(LEAST, Math.min(MOST, memory / 8))];
            ends = new int[(int) Math.max(LEAST, Math.min(MOST, memory / 24))];
            minutiae = new long[ends.length];
        }

        @Override
        public long list(MinutiaMerge.HolderUnion holders) {
            int from = lists == 0 ? 0 : ends[lists - 1];
            if (lists == ends.length || holders.size() > documents.length - from) {
                flush();
                memo.forget();
                from = 0;
                if (holders.size() > documents.length) {
                    documents = new int[holders.size()];
                }
            }
            System.arraycopy(holders.documents(), 0, documents, from, holders.size());
            ends[lists] = from + holders.size();
            return all + lists++;
        }

        @Override
        public void add(long minutia, long payload, int holders) {
            counted++;
            singletons += holders == 1 ? 1 : 0;
            postings += holders;
            if (payload < all) {
                sums.set(payload, sums.get(payload) + alone);
            } else {
                minutiae[(int) (payload - all)]++;
            }
        }

        void flush() {
            for (int list = 0, from = 0; list < lists; from = ends[list++]) {
                long sum = summand.applyAsLong(ends[list] - from) * minutiae[list];
                for (int i = from; i < ends[list]; i++) {
                    sums.set(documents[i], sums.get(documents[i]) + sum);
                }
            }
            Arrays.fill(minutiae, 0, lists, 0);
            lists = 0;
        }
    }
}
