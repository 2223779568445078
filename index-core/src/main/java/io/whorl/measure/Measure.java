package io.whorl.measure;

import io.whorl.SchemeException;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.strategy.Strategies;
import java.util.Locale;
import java.util.Optional;

/**
 * How the likeness of two documents is expressed as a number (docs/DEFINITIONS.md, Counts and measures). A is the query
 * and B is the document. Σ runs over the minutiae that both hold. N is the number of documents of the index and f_t is
 * the number of documents that hold minutia t; documents that share postings count as one in f_t. 0 ÷ 0 is 0.
 */
public enum Measure {
    /** |A ∩ B|. */
    SHARED(Basis.COUNTS, true),
    /**
     * 100 × shared ÷ the number of minutiae that the query's own text, indexed by the same scheme, shares with it (HZ
     * 6).
     */
    PERCENT(Basis.COUNTS, false),
    /** |A ∩ B| ÷ |A ∪ B| (BGMZ 2). */
    RESEMBLANCE(Basis.COUNTS, true),
    /** |A ∩ B| ÷ |A|: the share of the query that is in the document (BGMZ 2). */
    CONTAINMENT(Basis.COUNTS, false),
    /** |A ∩ B| ÷ |B|: the share of the document that is in the query. */
    CONTAINED(Basis.COUNTS, false),
    /**
     * Resemblance with each minutia weighted by ln(1 + N ÷ f_t): the weight of A ∩ B ÷ the weight of A ∪ B. The weight
     * of B is n·ln N − L(B), where n is the number of its minutiae and L(B) is the sum of their ln f_t as of the seal
     * or last merge of B, or an estimate while the segment of B has at most half of the documents;
     * {@code QueryOptions.exactWeights} uses the exact sum instead.
     */
    WEIGHTED_RESEMBLANCE(Basis.RARITY, true),
    /** Containment with each minutia weighted by ln(1 + N ÷ f_t): the weight of A ∩ B ÷ the weight of A. */
    WEIGHTED_CONTAINMENT(Basis.RARITY, false),
    /** Σ (1 + ln f_d,t) · ln(1 + N ÷ f_t) (HZ 3). */
    INNER_PRODUCT(Basis.FREQUENCIES, false),
    /** The inner product ÷ √f_d, where f_d is the number of surviving words of the document (HZ 3). */
    NORMALISED_INNER_PRODUCT(Basis.FREQUENCIES, false),
    /** The inner product ÷ W_d, where W_d = √Σ(1 + ln f_d,t)² over the minutiae of the document (HZ 3). */
    COSINE(Basis.FREQUENCIES, false),
    /** 1 ÷ (1 + |f_d − f_q|) · Σ ln(N ÷ f_t) ÷ (1 + |f_d,t − f_q,t|) (HZ 4, variation 1). */
    IDENTITY_1(Basis.FREQUENCIES, true),
    /** 1 ÷ (1 + ln(1 + |f_d − f_q|)) · Σ ln(1 + N ÷ f_t) ÷ (1 + |f_d,t − f_q,t|) (HZ 4, variation 2). */
    IDENTITY_2(Basis.FREQUENCIES, true),
    /** As variation 2, with each term multiplied by f_d,t + f_q,t (HZ 4, variation 3). */
    IDENTITY_3(Basis.FREQUENCIES, true),
    /** As variation 2, with ln(N ÷ f_t) as the term weight (HZ 4, variation 4). */
    IDENTITY_4(Basis.FREQUENCIES, true),
    /** As variation 2, with N ÷ f_t as the term weight (HZ 4, variation 5). */
    IDENTITY_5(Basis.FREQUENCIES, true);

    /** The data about minutiae that a measure needs. */
    private enum Basis {
        COUNTS,
        RARITY,
        FREQUENCIES
    }

    private final Basis basis;
    private final boolean symmetric;

    Measure(Basis basis, boolean symmetric) {
        this.basis = basis;
        this.symmetric = symmetric;
    }

    /** True if the value stays the same when the two documents are exchanged. */
    public boolean symmetric() {
        return symmetric;
    }

    /** True if minutiae are weighted by their rarity in the collection, so that N and f_t must be known. */
    public boolean weighted() {
        return basis != Basis.COUNTS;
    }

    /** True if the measure depends on how often minutiae occur in a document, as the measures of HZ 3 and 4 do. */
    public boolean usesFrequencies() {
        return basis == Basis.FREQUENCIES;
    }

    /**
     * The score of two equal documents, which no other pair of documents exceeds; {@link Double#MAX_VALUE} if it
     * depends on the documents. The score of a text in percent can be higher, if a query has another selection than the
     * index.
     */
    public double highest() {
        return switch (this) {
            case PERCENT -> 100;
            case RESEMBLANCE, CONTAINMENT, CONTAINED, WEIGHTED_RESEMBLANCE, WEIGHTED_CONTAINMENT -> 1;
            default -> Double.MAX_VALUE;
        };
    }

    /**
     * Checks a threshold of scores. One that no score reaches would silently find nothing.
     *
     * @param minScore the threshold
     * @param positive whether the threshold must be more than 0
     * @throws IllegalArgumentException if the threshold is negative or more than {@link #highest}
     */
    public void checkMinScore(double minScore, boolean positive) {
        boolean reached = positive ? minScore > 0 : minScore >= 0;
        if (!(reached && minScore <= highest())) {
            boolean bounded = highest() < Double.MAX_VALUE;
            String range = positive ? "more than 0, " : bounded ? "from 0 " : "0 or more, ";
            throw new IllegalArgumentException(
                    "min-score is " + minScore + "; with the measure " + label() + " it must be " + range
                            + (!bounded ? "and finite" : (positive ? "up to " : "to ") + (int) highest()));
        }
    }

    /**
     * Checks that an index can give this measure.
     *
     * @param scheme the scheme of the index, with its selection written out in full
     * @throws SchemeException if an index of this scheme cannot give the measure
     */
    public void check(Scheme scheme) {
        refusal(scheme).ifPresent(message -> {
            throw SchemeException.measure(message);
        });
    }

    /**
     * True if an index of this scheme can give this measure.
     *
     * @param scheme the scheme of the index, with its selection written out in full
     */
    public boolean isSupportedBy(Scheme scheme) {
        return refusal(scheme).isEmpty();
    }

    private Optional<String> refusal(Scheme scheme) {
        String strategy = scheme.selection().name();
        Comparability.Kind kind = Strategies.comparability(scheme).kind();
        if (kind == Comparability.Kind.SKETCHES && this != RESEMBLANCE && this != SHARED) {
            return Optional.of("an index made with " + strategy + " estimates resemblance alone, not " + label()
                    + "; use resemblance");
        }
        if (kind == Comparability.Kind.LEVELS && weighted()) {
            return Optional.of("an index made with " + strategy + " compares documents at the larger of two"
                    + " moduli, of which it stores counts, not weights, so it cannot give " + label()
                    + "; use resemblance or containment, or build with another selection");
        }
        if (usesFrequencies() && !scheme.frequencies()) {
            return Optional.of(label() + " needs how often each minutia occurs in a document, which this"
                    + " index does not keep; build it with Scheme.Builder.frequencies (usually with granularity 1)");
        }
        return Optional.empty();
    }

    /** The name in lower case with hyphens, as the command line and JSON write it: {@code weighted-resemblance}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
