package io.whorl.fingerprint;

import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.internal.Ranges;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The chunks that a text d shares with a registered document r, with their places (MATCH of COPS 3.1), and COPS'
 * decision functions (4.3). {@link Fingerprinter#locate(byte[], byte[])} finds them. Immutable and thread-safe.
 *
 * <p>COPS assumes that no chunk repeats within a document. If chunks repeat, {@link #stream} has every pair of equal
 * chunks, and the decisions count each chunk of d once, however often r has it. So a document matches itself in exactly
 * 100 % of its chunks, as in COPS table 2.
 */
public final class ChunkMatches {
    private static final int NONE = -1;

    private final LocatedChunks d;
    private final LocatedChunks r;
    /** The group of equal chunks of r that each chunk of d belongs to. */
    private final int[] group;
    /** The first of each group's chunks in {@link #chunksOfR}; one more element marks the end. */
    private final int[] groupStart;
    /** The chunks of r by group, then by place. */
    private final int[] chunksOfR;

    private final int count;

    ChunkMatches(LocatedChunks d, LocatedChunks r) {
        this.d = d;
        this.r = r;
        long[] distinct = distinct(r.minutiae());
        groupStart = new int[distinct.length + 1];
        int[] groupOfR = new int[r.count()];
        for (int i = 0; i < groupOfR.length; i++) {
            groupOfR[i] = Arrays.binarySearch(distinct, r.minutia(i));
            groupStart[groupOfR[i] + 1]++;
        }
        Arrays.parallelPrefix(groupStart, Integer::sum);
        int[] next = groupStart.clone();
        chunksOfR = new int[groupOfR.length];
        for (int i = 0; i < groupOfR.length; i++) {
            chunksOfR[next[groupOfR[i]]++] = i;
        }
        group = new int[d.count()];
        int matching = 0;
        for (int i = 0; i < group.length; i++) {
            int found = Arrays.binarySearch(distinct, d.minutia(i));
            group[i] = found < 0 ? NONE : found;
            matching += found < 0 ? 0 : 1;
        }
        count = matching;
    }

    private static long[] distinct(long[] minutiae) {
        Arrays.sort(minutiae);
        int kept = 0;
        for (int i = 0; i < minutiae.length; i++) {
            if (i == 0 || minutiae[i] != minutiae[i - 1]) {
                minutiae[kept++] = minutiae[i];
            }
        }
        return Arrays.copyOf(minutiae, kept);
    }

    /** SIZE: the number of selected chunks of d, with repeats. */
    public int size() {
        return group.length;
    }

    /** COUNT: the number of selected chunks of d that r has too. */
    public int count() {
        return count;
    }

    /**
     * The largest number of chunks of d and of r that match one to one in the same order in both: the length of the
     * longest common subsequence of their chunks. Each call computes it, in time that grows with the number of matches,
     * or with the product of both sizes ÷ 64 if chunks repeat often.
     */
    public int ordered() {
        int[] matching = Arrays.stream(group).filter(g -> g != NONE).toArray();
        return new CommonSequence(matching, groupStart, chunksOfR).length();
    }

    /** All matches, by their place in d, then in r. They are made as the stream is read, so they take no memory. */
    public Stream<ChunkMatch> stream() {
        return IntStream.range(0, group.length)
                .filter(i -> group[i] != NONE)
                .boxed()
                .flatMap(i -> IntStream.range(groupStart[group[i]], groupStart[group[i] + 1])
                        .mapToObj(at -> new ChunkMatch(d.units(i), d.start(i), r.start(chunksOfR[at]))));
    }

    /**
     * Decides by <i>match_ratio</i> (COPS 3.1): true if more than this share of the chunks of d match.
     *
     * @param phi φ, 0 to 1
     */
    public boolean matchRatio(double phi) {
        if (!(phi >= 0 && phi <= 1)) {
            throw new IllegalArgumentException("phi is " + phi + "; it must be from 0 to 1");
        }
        return count > phi * size();
    }

    /**
     * Decides by <i>matches</i> (COPS 4.3): true if more than k chunks of d match.
     *
     * @param k 0 or more
     */
    public boolean matches(long k) {
        return count > Ranges.checkAtLeast("k", k, 0);
    }

    /**
     * Decides by <i>ordered_matches</i> (COPS 4.3): true if more than k chunks match in the same order in d and r.
     *
     * @param k 0 or more
     */
    public boolean orderedMatches(long k) {
        return matches(k) && ordered() > k;
    }

    /**
     * The length of the longest common subsequence of two sequences of chunks. Two algorithms give the same length: one
     * is fast if few pairs of chunks are equal, the other does not depend on their number. Used once.
     */
    static final class CommonSequence {
        /** A pair costs about as much as this many words of bits. */
        private static final int WORDS_PER_PAIR = 8;

        private final int[] group;
        private final int[] start;
        private final int[] places;

        /**
         * @param group the group of each chunk of the first sequence
         * @param start the first of each group's elements in {@code places}, and the end
         * @param places the places of chunks in the second sequence by group, ascending within a group
         */
        CommonSequence(int[] group, int[] start, int[] places) {
            this.group = group;
            this.start = start;
            this.places = places;
        }

        int length() {
            long pairs = 0;
            for (int each : group) {
                pairs += start[each + 1] - start[each];
            }
            return pairs * WORDS_PER_PAIR <= (long) group.length * words() ? byPairs() : byBits();
        }

        private int words() {
            return (places.length + Long.SIZE - 1) / Long.SIZE;
        }

        /** Hunt and Szymanski (1977): the longest increasing sequence of places. */
        int byPairs() {
            int[] lowest = new int[Math.min(group.length, places.length)];
            int length = 0;
            for (int each : group) {
                // Descending, so that a chunk is not followed by itself.
                for (int at = start[each + 1] - 1; at >= start[each]; at--) {
                    int found = Arrays.binarySearch(lowest, 0, length, places[at]);
                    if (found < 0) {
                        int k = -found - 1;
                        lowest[k] = places[at];
                        length = Math.max(length, k + 1);
                    }
                }
            }
            return length;
        }

        /** Hyyrö (2004): a bit for each chunk of the second sequence; the zeros at the end are counted. */
        int byBits() {
            long[] open = new long[words()];
            Arrays.fill(open, -1L);
            // Groups with more elements than words are few, so their bits are kept.
            Map<Integer, long[]> large = new HashMap<>();
            long[] small = new long[words()];
            for (int each : group) {
                if (start[each + 1] - start[each] > words()) {
                    step(open, large.computeIfAbsent(each, g -> flip(new long[words()], g)));
                } else {
                    flip(small, each);
                    step(open, small);
                    flip(small, each);
                }
            }
            int zeros = 0;
            for (long word : open) {
                zeros += Long.bitCount(~word);
            }
            return zeros;
        }

        private long[] flip(long[] bits, int of) {
            for (int at = start[of]; at < start[of + 1]; at++) {
                bits[places[at] >>> 6] ^= 1L << places[at];
            }
            return bits;
        }

        /** Adds one chunk: open = (open + (open and equal)) or (open and not equal), as one long number. */
        private static void step(long[] open, long[] equal) {
            long carry = 0;
            for (int i = 0; i < open.length; i++) {
                long word = open[i];
                long part = word + (word & equal[i]);
                long sum = part + carry;
                carry = Long.compareUnsigned(part, word) < 0 || Long.compareUnsigned(sum, part) < 0 ? 1 : 0;
                open[i] = sum | (word & ~equal[i]);
            }
        }
    }

    /**
     * A chunk that two texts share, and its place in each: the tuple ⟨s, ld, r, lr⟩ of COPS 3.1 for one registered
     * document r. Places are those of units among the surviving units of a text, from 0, as in
     * {@link TracedMinutia#offset}.
     *
     * @param size s, the number of units of the chunk in d
     * @param start ld, the place of the chunk's first unit in d, the text to test
     * @param registeredStart lr, the place of the chunk's first unit in r, the registered document
     */
    public record ChunkMatch(int size, int start, int registeredStart) {}
}
