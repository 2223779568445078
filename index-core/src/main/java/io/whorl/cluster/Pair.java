package io.whorl.cluster;

import io.whorl.measure.Measure;
import io.whorl.score.Comparison;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Two similar documents: of one index in {@link Pairs} and histories, of two indexes in changes. Figures that the
 * scheme cannot give are empty.
 *
 * @param a the id of document A
 * @param b the id of document B
 * @param score the value of the requested measure
 * @param shared |A ∩ B|
 * @param resemblance |A ∩ B| ÷ |A ∪ B|
 * @param containment |A ∩ B| ÷ |A|, the share of a that is in b
 * @param contained |A ∩ B| ÷ |B|, the share of b that is in a
 * @param family the ids of a family of equal fingerprints in ascending order, if the pair represents all pairs of the
 *     family; a and b are the first two. They are read from the index as they are iterated, so that a family of
 *     millions takes no memory; that is possible after the {@link Pairs} and the snapshot are closed. Thread-safe. Only
 *     {@link Pairs} has families
 */
public record Pair(
        String a,
        String b,
        double score,
        long shared,
        OptionalDouble resemblance,
        OptionalDouble containment,
        OptionalDouble contained,
        Optional<Collection<String>> family) {
    /**
     * For the results of this module: callers outside cannot name the type of the argument.
     *
     * @param compared the two documents, by a measure that is not weighted
     * @hidden
     */
    @SuppressWarnings("exports")
    public static Pair of(
            String a, String b, double score, long shared, Comparison compared, Optional<Collection<String>> family) {
        OptionalDouble resemblance = OptionalDouble.of(compared.score(Measure.RESEMBLANCE));
        OptionalDouble containment = compared.known(Measure.CONTAINMENT);
        return new Pair(a, b, score, shared, resemblance, containment, compared.known(Measure.CONTAINED), family);
    }
}
