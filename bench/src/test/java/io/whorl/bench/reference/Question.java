package io.whorl.bench.reference;

import java.util.Set;

/**
 * A document asked for, and the answers known to be right.
 *
 * @param id the document's id, itself among the answers
 * @param right the ids of all versions of it
 */
record Question(String id, Set<String> right) {
    Question {
        right = Set.copyOf(right);
        if (!right.contains(id)) {
            throw new IllegalArgumentException("id " + id + " is not among its own right answers " + right);
        }
    }
}
