package io.whorl.query;

import io.whorl.LimitExceededException;
import io.whorl.measure.Measure;
import io.whorl.parts.Part;
import io.whorl.parts.QueryMemory;
import io.whorl.parts.SearchBuffers;
import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison;
import io.whorl.score.TermWeights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the documents of a list, in bounded memory, and groups them. */
final class GroupedDocuments {
    /** Ids of a list. The counters of a document are compared with every one before it. */
    static final int MOST_IDS = 10_000;
    /** Bytes of a minutia in the fingerprints and the table. */
    private static final int MINUTIA = 64;

    private static final int ALWAYS = 4_096;

    private final List<Part> parts;
    private final Scheme scheme;
    private final DocumentFingerprints fingerprints;
    private final GroupOptions options;

    GroupedDocuments(List<Part> parts, Scheme scheme, DocumentFingerprints fingerprints, GroupOptions options) {
        this.parts = parts;
        this.scheme = scheme;
        this.fingerprints = fingerprints;
        this.options = options;
    }

    /** @throws IllegalArgumentException if an id is repeated, or there are too many */
    static void check(List<String> ids) {
        if (ids.size() > MOST_IDS) {
            throw new IllegalArgumentException("ids has " + ids.size() + " elements; it must have at most " + MOST_IDS);
        }
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < ids.size(); i++) {
            Integer before = seen.putIfAbsent(ids.get(i), i);
            if (before != null) {
                throw new IllegalArgumentException(
                        "ids[" + i + "] is '" + ids.get(i) + "', as ids[" + before + "] is; each id may occur once");
            }
        }
    }

    List<Group> group(List<String> ids, SearchBuffers buffers) {
        List<QueryFingerprint> documents = new ArrayList<>(ids.size());
        long minutiae = 0;
        long most = Math.max(ALWAYS, options.memory() / MINUTIA);
        for (String id : ids) {
            QueryFingerprint document = fingerprints.query(id, options.memory());
            minutiae += document.minutiae().length;
            LimitExceededException.require(
                    "minutiae of the documents of a list",
                    minutiae,
                    most,
                    "group fewer documents, or give more memory");
            documents.add(document);
        }
        boolean weighted = options.measure().weighted();
        long all = parts.stream().mapToLong(Part::documents).sum();
        List<long[]> weights = documents.stream()
                .map(d -> weighted ? weights(d, all, buffers) : new long[0])
                .toList();
        return new Grouping(ids, documents, weights, Comparison.of(scheme), options).run(options.link());
    }

    private long[] weights(QueryFingerprint document, long all, SearchBuffers buffers) {
        int n = document.minutiae().length;
        QueryMemory memory = new QueryMemory(options.memory(), n, true);
        memory.check();
        long[] holders = HolderCounts.of(parts, document.minutiae(), buffers, memory);
        TermWeights terms = new TermWeights(Measure.WEIGHTED_RESEMBLANCE, all, holders, document.frequencies());
        long[] weights = new long[n];
        for (int i = 0; i < n; i++) {
            weights[i] = terms.of(i, 1);
        }
        return weights;
    }
}
