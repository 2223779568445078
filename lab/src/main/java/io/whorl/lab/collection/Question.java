package io.whorl.lab.collection;

import java.util.Set;

/**
 * A document asked for, and the answers known to be right.
 *
 * @param id the document's id, itself among the answers
 * @param group the group of these answers
 * @param right the ids of all documents of the group
 */
public record Question(String id, String group, Set<String> right) {
    public Question {
        right = Set.copyOf(right);
        if (!right.contains(id)) {
            throw new IllegalArgumentException("id " + id + " is not among its own right answers " + right);
        }
    }
}
