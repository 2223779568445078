package io.whorl.query;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The answer to a query.
 *
 * @param matches the best documents, best first; ties by id
 * @param minutiae |A|: distinct minutiae of the query
 * @param known share of A held by any document (LMD 6.2)
 * @param ignored minutiae of A that the document-frequency limit left out
 * @param self what the query's own text would score, were it indexed: 100 × score ÷ self is the score as HZ 6 gives it.
 *     A minutia that no document holds counts as held by one; one that was ignored counts. Absent where the text is not
 *     known (a fingerprint of another selection than the index's), and for weighted resemblance with another selection
 */
public record Matches(List<Match> matches, int minutiae, double known, int ignored, OptionalDouble self) {
    public Matches {
        matches = List.copyOf(matches);
    }
}
