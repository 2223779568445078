package io.whorl.query;

import java.util.OptionalDouble;

/**
 * A document that a query has found. Figures that the scheme cannot give are empty: all but resemblance with the
 * selection min-s. A is the query and B is the document.
 *
 * @param rank the position among the matches, from 1
 * @param id the id of the document
 * @param score the value of the requested measure
 * @param shared |A ∩ B|; with {@link QueryOptions#sample}, the number of minutiae of the sample that B holds
 * @param percent 100 × shared ÷ the number of minutiae that the query's own text, if indexed, shares with the query
 * @param resemblance |A ∩ B| ÷ |A ∪ B|
 * @param containment |A ∩ B| ÷ |A|, the share of the query that is in the document
 * @param contained |A ∩ B| ÷ |B|, the share of the document that is in the query
 */
public record Match(
        int rank,
        String id,
        double score,
        long shared,
        OptionalDouble percent,
        OptionalDouble resemblance,
        OptionalDouble containment,
        OptionalDouble contained) {}
