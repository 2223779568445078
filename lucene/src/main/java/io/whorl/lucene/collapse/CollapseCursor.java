package io.whorl.lucene.collapse;

import io.whorl.lucene.collapse.CollapseWalk.KeptIndex.Kept;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;

/**
 * The place after a page: the last kept hit, and the sketches of all kept hits so far, so that later pages do not
 * repeat a group. Takes about 10 bytes for each minutia of these sketches, and refers to the reader. Immutable and
 * thread-safe.
 */
public final class CollapseCursor {
    private final IndexReader reader;
    private final Query query;
    private final Optional<Sort> sort;
    final ScoreDoc last;
    final List<Kept> kept;

    CollapseCursor(IndexReader reader, Query query, Optional<Sort> sort, ScoreDoc last, List<Kept> kept) {
        this.reader = reader;
        this.query = query;
        this.sort = sort;
        this.last = last;
        this.kept = List.copyOf(kept);
    }

    /** The number of hits that were kept on the pages so far. */
    public int size() {
        return kept.size();
    }

    /** Throws if the cursor belongs to another search. */
    void check(IndexReader searched, Query searchedQuery, Optional<Sort> searchedSort) {
        if (searched != reader) {
            throw new IllegalArgumentException("the cursor belongs to " + reader + ", and the search to " + searched
                    + "; document numbers differ between readers, so continue with the searcher of the first page");
        }
        if (!query.equals(searchedQuery) || !sort.equals(searchedSort)) {
            throw new IllegalArgumentException("the cursor belongs to the query " + query + describe(sort)
                    + ", and the search to " + searchedQuery + describe(searchedSort)
                    + "; continue with the query and the sort of the first page");
        }
    }

    private static String describe(Optional<Sort> sort) {
        return sort.map(s -> " sorted by " + s).orElse(" sorted by score");
    }
}
