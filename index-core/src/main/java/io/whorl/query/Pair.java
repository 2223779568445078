package io.whorl.query;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Two documents of an index that resemble each other; {@code a} before {@code b} by id, but for measures that are not
 * symmetric, of which both directions are given.
 *
 * @param score the value of the measure asked for
 * @param shared |A ∩ B|
 * @param resemblance |A ∩ B| ÷ |A ∪ B|
 * @param containment |A ∩ B| ÷ |A|, a in b
 * @param contained |A ∩ B| ÷ |B|, b in a
 * @param family where the pair stands for all pairs of a family of equal fingerprints: that family, of which a and b
 *     are the first two
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
