package io.whorl.lucene.collapse;

import java.util.List;
import java.util.Optional;
import org.apache.lucene.search.TotalHits;

/**
 * A page of kept hits.
 *
 * @param groups the kept hits in the order of the sort, each with its group
 * @param totalHits the number of hits of the query, duplicates included
 * @param examined the number of hits that were examined for this page: from the best of the page on, up to the last
 *     kept one
 * @param withoutSketch how many of these, or of all hits if all are counted, have no sketch, or one without minutiae
 * @param earlier how many of the examined hits belong to groups of earlier pages
 * @param complete whether the page is as defined. Always true for {@link CollapsingSearch}. False for a
 *     {@link CollapsingCollectorManager} whose hits hold too few groups while there are more hits
 * @param next the place from which the next page continues; empty if the hits are exhausted, and for a
 *     {@link CollapsingCollectorManager}
 */
public record CollapsedTopDocs(
        List<CollapsedGroup> groups,
        TotalHits totalHits,
        long examined,
        long withoutSketch,
        long earlier,
        boolean complete,
        Optional<CollapseCursor> next) {
    public CollapsedTopDocs {
        groups = List.copyOf(groups);
    }
}
