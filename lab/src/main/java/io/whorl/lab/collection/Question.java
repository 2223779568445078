package io.whorl.lab.collection;

import java.util.Set;

/**
 * A query document and its right answers.
 *
 * @param id of the document, which is one of the answers
 * @param group of the document
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
