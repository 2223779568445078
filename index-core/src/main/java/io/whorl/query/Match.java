package io.whorl.query;

import java.util.OptionalDouble;

/**
 * One document that answers a query. A figure that the scheme cannot give (min-s: all but resemblance) is absent.
 *
 * @param rank from 1
 * @param id the document's id
 * @param score the value of the measure asked for
 * @param shared |A ∩ B|
 * @param percent 100 × shared ÷ shared of the query's own text
 * @param resemblance |A ∩ B| ÷ |A ∪ B|
 * @param containment |A ∩ B| ÷ |A|, query in document
 * @param contained |A ∩ B| ÷ |B|, document in query
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
