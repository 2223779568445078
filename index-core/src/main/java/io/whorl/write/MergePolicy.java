package io.whorl.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Selects the segments to merge next: as many as the merge factor, of about one size. So a posting is written once for
 * each factor by which the index is larger than a seal, and there are few segments of each size. A segment whose
 * documents are mostly dead is rewritten alone. A segment above the largest size is not merged.
 */
final class MergePolicy {
    /**
     * The segments allowed in addition to those that need no merge, in multiples of the factor: they arrive during
     * merges.
     */
    private static final int SLACK = 2;

    private final int factor;
    private final long smallest;
    private final long most;

    /**
     * @param smallest number of postings up to which all segments count as one size
     * @param most live postings above which a segment is not merged
     */
    MergePolicy(int factor, long smallest, long most) {
        this.factor = factor;
        this.smallest = smallest;
        this.most = most;
    }

    /** The largest number of live postings of a small merge: two factors above the size of a seal. */
    long small() {
        return smallest * factor * factor;
    }

    /**
     * The segments to merge; empty if none are due.
     *
     * @param above only merges with more live postings
     * @param upTo only merges with at most this many live postings
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
            // Sorted by size: if both ends are of one level, all between are too.
            if (level(group.get(factor - 1)) == level(group.get(0)) && total > above && total <= upTo) {
                return List.copyOf(group);
            }
        }
        return List.of();
    }

    /**
     * The number of segments that an index may have before new ones must wait. It exceeds the number that remains when
     * no merge is due, and is logarithmic in the postings, except for segments above the largest size.
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

    /** About the postings of the living documents. */
    private static long size(SealedSegment s) {
        return s.liveShare(s.segment().counts().postings());
    }

    private int level(SealedSegment s) {
        int level = 0;
        for (long size = size(s); size > smallest; size /= factor) {
            level++;
        }
        return level;
    }
}
