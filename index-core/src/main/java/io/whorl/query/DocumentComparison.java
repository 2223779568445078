package io.whorl.query;

import io.whorl.measure.Measure;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Two documents of an index, compared. A takes the place of the query and B that of the document.
 *
 * @param a the id of A
 * @param b the id of B
 * @param minutiaeA |A|, the number of distinct minutiae
 * @param minutiaeB |B|
 * @param shared |A ∩ B|
 * @param scores the value of each measure that the scheme of the index can give. Weighted resemblance uses the exact
 *     weights of both documents, as pairs do
 */
public record DocumentComparison(
        String a, String b, long minutiaeA, long minutiaeB, long shared, Map<Measure, Double> scores) {
    public DocumentComparison {
        scores = Collections.unmodifiableMap(scores);
    }

    /** The value of a measure; empty if the scheme of the index cannot give it. */
    public OptionalDouble score(Measure measure) {
        Double score = scores.get(measure);
        return score == null ? OptionalDouble.empty() : OptionalDouble.of(score);
    }
}
