package io.whorl.measure;

import io.whorl.UnsupportedMeasureException;
import io.whorl.scheme.Scheme;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * How alike two documents are (DEFINITIONS, Counts and measures). A is the query, B the document; Σ is over the
 * minutiae that both hold; N counts the index's documents, f_t those that hold minutia t, of which those that share
 * postings count as one. 0 ÷ 0 is 0.
 */
public enum Measure {
    /** |A ∩ B|. */
    SHARED(c -> c.shared()),
    /** 100 × shared ÷ what the query's own text, indexed by the same scheme, would share with it (HZ 6). */
    PERCENT(c -> ratio(100.0 * c.shared(), c.self())),
    /** |A ∩ B| ÷ |A ∪ B| (BGMZ 2). */
    RESEMBLANCE(c -> c.resemblance()),
    /** |A ∩ B| ÷ |A|: how much of the query is in the document (BGMZ 2). */
    CONTAINMENT(c -> ratio(c.shared(), c.a())),
    /** |A ∩ B| ÷ |B|: how much of the document is in the query. */
    CONTAINED(c -> ratio(c.shared(), c.b())),
    /**
     * Resemblance with each minutia weighted by ln(1 + N ÷ f_t): weight of A ∩ B ÷ weight of A ∪ B. What all of B
     * weighs is {@link DocumentWeight} unless the exact sum is asked for.
     */
    WEIGHTED_RESEMBLANCE(Term.RARITY, c -> ratio(c.sum(), c.sumA() + c.sumB() - c.sum())),
    /** Containment with each minutia weighted by ln(1 + N ÷ f_t): weight of A ∩ B ÷ weight of A. */
    WEIGHTED_CONTAINMENT(Term.RARITY, c -> ratio(c.sum(), c.sumA())),
    /** Σ (1 + ln f_d,t) · ln(1 + N ÷ f_t) (HZ 3). */
    INNER_PRODUCT(Term.INNER_PRODUCT, c -> c.value()),
    /** The inner product ÷ √f_d, f_d the document's surviving words (HZ 3). */
    NORMALISED_INNER_PRODUCT(Term.INNER_PRODUCT, c -> ratio(c.value(), Math.sqrt(c.wordsB()))),
    /** The inner product ÷ W_d, W_d = √Σ(1 + ln f_d,t)² over the document's minutiae (HZ 3). */
    COSINE(Term.INNER_PRODUCT, c -> ratio(c.value(), c.normB())),
    /** 1 ÷ (1 + |f_d − f_q|) · Σ ln(N ÷ f_t) ÷ (1 + |f_d,t − f_q,t|) (HZ 4, variation 1). */
    IDENTITY_1(Term.LOG_RATIO, c -> c.value() / (1 + c.difference())),
    /** 1 ÷ (1 + ln(1 + |f_d − f_q|)) · Σ ln(1 + N ÷ f_t) ÷ (1 + |f_d,t − f_q,t|) (HZ 4, variation 2). */
    IDENTITY_2(Term.ALIKE, Measure::tempered),
    /** As variation 2, each term times f_d,t + f_q,t (HZ 4, variation 3). */
    IDENTITY_3(Term.ALIKE_AND_FREQUENT, Measure::tempered),
    /** As variation 2, with ln(N ÷ f_t) for the term weight (HZ 4, variation 4). */
    IDENTITY_4(Term.LOG_RATIO, Measure::tempered),
    /** As variation 2, with N ÷ f_t for the term weight (HZ 4, variation 5). */
    IDENTITY_5(Term.RATIO, Measure::tempered);

    private final Optional<Term> term;
    private final ToDoubleFunction<Comparison> score;

    Measure(ToDoubleFunction<Comparison> score) {
        term = Optional.empty();
        this.score = score;
    }

    Measure(Term term, ToDoubleFunction<Comparison> score) {
        this.term = Optional.of(term);
        this.score = score;
    }

    /** The measure's value for two documents. */
    public double score(Comparison comparison) {
        return score.applyAsDouble(comparison);
    }

    /** Whether the measure is the same with the two documents exchanged. */
    public boolean symmetric() {
        return switch (this) {
            case PERCENT,
                    CONTAINMENT,
                    CONTAINED,
                    WEIGHTED_CONTAINMENT,
                    INNER_PRODUCT,
                    NORMALISED_INNER_PRODUCT,
                    COSINE -> false;
            case SHARED,
                    RESEMBLANCE,
                    WEIGHTED_RESEMBLANCE,
                    IDENTITY_1,
                    IDENTITY_2,
                    IDENTITY_3,
                    IDENTITY_4,
                    IDENTITY_5 -> true;
        };
    }

    /** Whether minutiae count by their rarity in the collection, so that N and f_t must be known. */
    public boolean weighted() {
        return term.isPresent();
    }

    /** Whether it is about how often minutiae occur in documents: those of HZ 3 and 4. */
    public boolean usesFrequencies() {
        return weighted() && term() != Term.RARITY;
    }

    /** What the shared minutiae add; only of a weighted measure. */
    Term term() {
        return term.orElseThrow();
    }

    /**
     * @param scheme with its selection written out in full
     * @throws UnsupportedMeasureException if an index of this scheme cannot give the measure
     */
    public void check(Scheme scheme) {
        String strategy = scheme.selection().name();
        boolean sketches = strategy.equals("min-s");
        if (sketches && this != RESEMBLANCE && this != SHARED) {
            throw new UnsupportedMeasureException(
                    "an index made with min-s estimates resemblance alone, not " + label() + "; ask for resemblance");
        }
        if (weighted() && strategy.equals("mod-by-size")) {
            throw new UnsupportedMeasureException(
                    "an index made with mod-by-size compares documents at the larger of two"
                            + " moduli, of which it stores counts, not weights, so it cannot give " + label()
                            + "; ask for resemblance or containment, or build with another selection");
        }
        if (usesFrequencies() && !scheme.frequencies()) {
            throw new UnsupportedMeasureException(
                    label() + " needs how often each minutia occurs in a document, which this"
                            + " index does not keep; build it with --frequencies (usually with --granularity 1)");
        }
    }

    /** The name as it is written: {@code weighted-resemblance}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static double tempered(Comparison c) {
        return c.value() / (1 + Math.log(1 + c.difference()));
    }

    static double ratio(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }
}
