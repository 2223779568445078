package io.whorl.query;

import java.util.List;

/**
 * The answer to a query.
 *
 * @param matches the best documents, best first; ties by id
 * @param minutiae |A|: distinct minutiae of the query
 * @param known share of A held by any document (LMD 6.2)
 * @param ignored minutiae of A that the document-frequency limit left out
 */
public record Matches(List<Match> matches, int minutiae, double known, int ignored) {
    public Matches {
        matches = List.copyOf(matches);
    }
}
