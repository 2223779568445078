package io.whorl.query;

import java.util.ArrayList;
import java.util.List;

/** One query of all parts of a snapshot, one part after another. Used once. */
final class Search {
    private final List<Part> parts;
    private final long[] minutiae;
    private final QueryOptions options;
    private final SearchBuffers buffers;
    private final Ranking ranking;

    /** @param ranking of nothing yet */
    Search(List<Part> parts, long[] minutiae, QueryOptions options, SearchBuffers buffers, Ranking ranking) {
        this.parts = parts;
        this.minutiae = minutiae;
        this.options = options;
        this.buffers = buffers;
        this.ranking = ranking;
    }

    Matches run() {
        List<PartSearch> searches = new ArrayList<>();
        try {
            long documents = 0;
            for (Part part : parts) {
                buffers.reserve(part.counters(buffers.window));
                // All are held before the first is asked: who closes the snapshot meanwhile does not disturb the query.
                searches.add(part.search(minutiae, buffers));
                documents += part.documents();
            }
            boolean[] ignored = FrequencyLimit.exceeded(minutiae.length, searches, options.maxDf(), documents);
            boolean[] known = ignored.clone();
            for (PartSearch search : searches) {
                ranking.rank(search, ignored, known);
            }
            return new Matches(ranking.matches(), minutiae.length,
                    minutiae.length == 0 ? 0 : (double) count(known) / minutiae.length, count(ignored));
        } finally {
            searches.forEach(PartSearch::close);
        }
    }

    private static int count(boolean[] flags) {
        int n = 0;
        for (boolean flag : flags) {
            n += flag ? 1 : 0;
        }
        return n;
    }
}
