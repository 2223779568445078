package io.whorl.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which segments to merge next: as many as the factor of about one size. So a posting is written once for each factor by
 * which the index is larger than what is sealed, and there are few segments of each size. A segment most of whose documents
 * are dead is rewritten by itself.
 */
final class MergePolicy {
    private final int factor;
    private final long smallest;

    /** @param smallest postings below which all segments count as one size */
    MergePolicy(int factor, long smallest) {
        this.factor = factor;
        this.smallest = smallest;
    }

    /** The segments to merge; none if all is well. */
    List<Sealed> next(List<Sealed> segments) {
        for (Sealed s : segments) {
            if (s.dead().count() * 2 > s.dead().documents()) {
                return List.of(s);
            }
        }
        List<Sealed> ascending = new ArrayList<>(segments);
        ascending.sort(Comparator.comparingLong(MergePolicy::size));
        for (int from = 0; from + factor <= ascending.size(); from++) {
            // Sorted by size, so if the ends are of one level all between are.
            if (level(ascending.get(from + factor - 1)) == level(ascending.get(from))) {
                return List.copyOf(ascending.subList(from, from + factor));
            }
        }
        return List.of();
    }

    /** Postings that are worth writing again. */
    private static long size(Sealed s) {
        return s.dead().documents() == 0 ? 0
                : (long) ((double) s.segment().counts().postings() / s.dead().documents() * s.liveDocuments());
    }

    private int level(Sealed s) {
        int level = 0;
        for (long size = size(s); size > smallest; size /= factor) {
            level++;
        }
        return level;
    }
}
