package io.whorl.query;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The result of a query. A is the query.
 *
 * @param matches the best documents, best first; ties are ordered by id
 * @param minutiae |A|, the number of distinct minutiae of the query
 * @param known the share of A that any document holds (LMD 6.2), 0 to 1
 * @param ignored the number of minutiae of A that exceed {@link QueryOptions#maxDf}, among those that were looked up
 * @param self the score that the query's own text would have if it were indexed: 100 × score ÷ self is the score as a
 *     percentage (HZ 6). A minutia that no document holds counts as held by one document; ignored minutiae count too.
 *     Empty if the text is not known (a fingerprint of another selection than the index's), and for weighted
 *     resemblance with another selection
 * @param lookedUp the number of minutiae of A that were looked up: less than {@code minutiae} if
 *     {@link QueryOptions#sample} limits it. Then {@code known} and the figures of matches are estimates
 */
public record Matches(List<Match> matches, int minutiae, double known, int ignored, OptionalDouble self, int lookedUp) {
    public Matches {
        matches = List.copyOf(matches);
    }

    /**
     * A document that a query has found. Figures that the scheme cannot give are empty: all but resemblance with the
     * selection min-s. A is the query and B is the document.
     *
     * @param rank the position among the matches, from 1
     * @param id the id of the document
     * @param score the value of the requested measure
     * @param shared |A ∩ B|; with {@link QueryOptions#sample}, the number of minutiae of the sample that B holds
     * @param percent 100 × shared ÷ the number of minutiae that the query's own text, if indexed, shares with the query
     * @param resemblance |A ∩ B| ÷ |A ∪ B|
     * @param containment |A ∩ B| ÷ |A|, the share of the query that is in the document
     * @param contained |A ∩ B| ÷ |B|, the share of the document that is in the query
     */
    public record Match(
            int rank,
            String id,
            double score,
            long shared,
            OptionalDouble percent,
            OptionalDouble resemblance,
            OptionalDouble containment,
            OptionalDouble contained) {}
}
