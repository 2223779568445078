package io.whorl.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which segments to merge next: as many as the factor of about one size. So a posting is written once for each factor
 * by which the index is larger than what is sealed, and there are few segments of each size. A segment most of whose
 * documents are dead is rewritten by itself. A segment over the largest size is left alone.
 */
final class MergePolicy {
    /** Segments allowed beyond those that may rest, in multiples of the factor: they come while others are merged. */
    private static final int SLACK = 2;

    private final int factor;
    private final long smallest;
    private final long most;

    /**
     * @param smallest postings below which all segments count as one size
     * @param most live postings of a segment beyond which it is not merged
     */
    MergePolicy(int factor, long smallest, long most) {
        this.factor = factor;
        this.smallest = smallest;
        this.most = most;
    }

    /** Live postings of a small merge, at most: two factors above the size of a seal. */
    long small() {
        return smallest * factor * factor;
    }

    /**
     * The segments to merge; none if all is well.
     *
     * @param above only merges of more live postings than this
     * @param upTo and of at most so many
     */
    List<SealedSegment> next(List<SealedSegment> segments, long above, long upTo) {
        List<SealedSegment> ascending = new ArrayList<>(segments);
        ascending.removeIf(s -> size(s) > most);
        for (SealedSegment s : ascending) {
            if (s.dead().count() * 2 > s.dead().documents() && size(s) > above && size(s) <= upTo) {
                return List.of(s);
            }
        }
        ascending.sort(Comparator.comparingLong(MergePolicy::size));
        for (int from = 0; from + factor <= ascending.size(); from++) {
            List<SealedSegment> group = ascending.subList(from, from + factor);
            long total = group.stream().mapToLong(MergePolicy::size).sum();
            // Sorted by size, so if the ends are of one level all between are.
            if (level(group.get(factor - 1)) == level(group.get(0)) && total > above && total <= upTo) {
                return List.copyOf(group);
            }
        }
        return List.of();
    }

    /**
     * How many segments an index may have before new ones must wait: more than there are when nothing is left to merge,
     * and logarithmic in the postings, except for those over the largest size.
     */
    int allowed(List<SealedSegment> segments) {
        int large = 0;
        int levels = 1;
        for (SealedSegment s : segments) {
            if (size(s) > most) {
                large++;
            } else {
                levels = Math.max(levels, level(s) + 1);
            }
        }
        return large + levels * (factor - 1) + SLACK * factor;
    }

    /** Postings that are worth writing again. */
    private static long size(SealedSegment s) {
        return s.dead().documents() == 0
                ? 0
                : (long) ((double) s.segment().counts().postings() / s.dead().documents() * s.liveDocuments());
    }

    private int level(SealedSegment s) {
        int level = 0;
        for (long size = size(s); size > smallest; size /= factor) {
            level++;
        }
        return level;
    }
}
