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
}
