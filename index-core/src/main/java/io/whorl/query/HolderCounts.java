package io.whorl.query;

import io.whorl.parts.Part;
import io.whorl.parts.PartSearch;
import io.whorl.parts.QueryMemory;
import io.whorl.parts.SearchBuffers;
import java.util.ArrayList;
import java.util.List;

/** Counts the live documents that hold each of some minutiae (f_t). */
final class HolderCounts {
    private HolderCounts() {}

    /**
     * The exact counts in all parts of a snapshot.
     *
     * @param minutiae distinct minutiae, unsigned ascending
     * @param buffers the buffers of the calling thread
     */
    static long[] of(List<Part> parts, long[] minutiae, SearchBuffers buffers, QueryMemory memory) {
        List<PartSearch> searches = new ArrayList<>(parts.size());
        try {
            for (Part part : parts) {
                searches.add(part.search(minutiae, buffers, memory));
            }
            return of(minutiae.length, searches, 0);
        } finally {
            searches.forEach(PartSearch::close);
        }
    }

    /** The counts: exact if they are more than {@code limit}, never too low otherwise. */
    static long[] of(int minutiae, List<PartSearch> searches, long limit) {
        long[] counts = new long[minutiae];
        for (PartSearch search : searches) {
            search.reading(() -> {
                search.addFrequencies(counts);
                return null;
            });
        }
        for (PartSearch search : searches) {
            search.reading(() -> {
                search.subtractDead(counts, limit);
                return null;
            });
        }
        return counts;
    }
}
