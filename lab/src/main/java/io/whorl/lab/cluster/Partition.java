package io.whorl.lab.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Connected components of scored pairs, for systems that find only pairs. */
final class Partition {
    /** A pair of documents with its score. */
    record ScoredPair(String a, String b, double score) {}

    private final Map<String, String> parents = new HashMap<>();

    /** Returns the name of the component of each document that has a pair with at least this score. */
    static Map<String, String> components(List<ScoredPair> pairs, double minScore) {
        Partition partition = new Partition();
        for (ScoredPair pair : pairs) {
            if (pair.score() >= minScore) {
                partition.parents.put(partition.root(pair.a()), partition.root(pair.b()));
            }
        }
        Map<String, String> components = new HashMap<>();
        for (String document : new ArrayList<>(partition.parents.keySet())) {
            components.put(document, partition.root(document));
        }
        return components;
    }

    private String root(String document) {
        String at = document;
        for (String parent = parents.getOrDefault(at, at); !parent.equals(at); parent = parents.getOrDefault(at, at)) {
            parents.put(at, parents.getOrDefault(parent, parent));
            at = parent;
        }
        return at;
    }
}
