package io.whorl.pairs;

import io.whorl.series.Templates;
import java.util.Optional;

/**
 * Which minutiae make no pairs, and which are left out. Documents of equal fingerprints count as one.
 *
 * @param maxDf minutiae that more documents hold make no pairs
 * @param commonDf minutiae that more documents hold are left out of both documents of a pair, unless at least two
 *     thirds of the minutiae of each are that common
 * @param templates the templates to leave out
 */
public record Omissions(long maxDf, long commonDf, Optional<Templates> templates) {
    /** Ignores minutiae by one limit. */
    public static Omissions above(long maxDf) {
        return new Omissions(maxDf, Long.MAX_VALUE, Optional.empty());
    }
}
