package io.whorl.query;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Two similar documents of an index. For symmetric measures {@code a} comes before {@code b} by id; for other measures
 * both directions are reported. Figures that the scheme cannot give are empty.
 *
 * @param a the id of document A
 * @param b the id of document B
 * @param score the value of the requested measure
 * @param shared |A ∩ B|
 * @param resemblance |A ∩ B| ÷ |A ∪ B|
 * @param containment |A ∩ B| ÷ |A|, the share of a that is in b
 * @param contained |A ∩ B| ÷ |B|, the share of b that is in a
 * @param family the family of equal fingerprints, if the pair represents all pairs of a family; a and b are its first
 *     two documents
 */
public record Pair(
        String a,
        String b,
        double score,
        long shared,
        OptionalDouble resemblance,
        OptionalDouble containment,
        OptionalDouble contained,
        Optional<Family> family) {}
