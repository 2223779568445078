package io.whorl.query;

import java.util.OptionalDouble;

/**
 * Two documents of an index that resemble each other; {@code a} before {@code b} by id.
 *
 * @param score the value of the measure asked for
 * @param shared |A ∩ B|
 * @param resemblance |A ∩ B| ÷ |A ∪ B|
 * @param containment |A ∩ B| ÷ |A|, a in b
 * @param contained |A ∩ B| ÷ |B|, b in a
 */
public record Pair(
        String a,
        String b,
        double score,
        long shared,
        OptionalDouble resemblance,
        OptionalDouble containment,
        OptionalDouble contained) {}
