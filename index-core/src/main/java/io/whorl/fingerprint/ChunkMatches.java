package io.whorl.fingerprint;

import io.whorl.internal.Ranges;
import java.util.Arrays;
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

    private ChunkMatches(LocatedChunks d, LocatedChunks r) {
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

    static ChunkMatches of(LocatedChunks d, LocatedChunks r) {
        return new ChunkMatches(d, r);
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
}
