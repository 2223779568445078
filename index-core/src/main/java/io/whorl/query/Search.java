package io.whorl.query;

import io.whorl.parts.Part;
import io.whorl.parts.PartSearch;
import io.whorl.parts.QueryMemory;
import io.whorl.parts.SearchBuffers;
import io.whorl.score.Comparison;
import io.whorl.score.TermWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One query of all parts of a snapshot, one part after another. Used once. */
final class Search {
    private final List<Part> parts;
    private final List<Part> searched;
    private final QueryFingerprint query;
    private final Comparison comparison;
    private final QueryOptions options;
    private final SearchBuffers buffers;
    private final DocumentWeights documentWeights;

    private boolean[] ignored = {};
    private boolean[] known = {};

    /**
     * @param parts the parts of the snapshot, whose documents determine how rare a minutia is
     * @param searched the same parts, perhaps without a document that must not be found
     * @param documentWeights the weights of whole documents, if the measure needs them
     */
    Search(
            List<Part> parts,
            List<Part> searched,
            QueryFingerprint query,
            Comparison comparison,
            QueryOptions options,
            SearchBuffers buffers,
            DocumentWeights documentWeights) {
        this.parts = parts;
        this.searched = searched;
        this.query = query;
        this.comparison = comparison;
        this.options = options;
        this.buffers = buffers;
        this.documentWeights = documentWeights;
    }

    Matches run() {
        QueryMemory memory = new QueryMemory(
                options.memory(), query.minutiae().length, options.measure().weighted());
        memory.check();
        List<PartSearch> whole = new ArrayList<>(parts.size());
        List<PartSearch> partial = new ArrayList<>();
        try {
            // All parts are held before the first is read, so that closing the snapshot does not disturb the query.
            for (Part part : parts) {
                whole.add(part.search(query.minutiae(), buffers, memory));
            }
            List<PartSearch> ranked = new ArrayList<>(whole);
            for (int i = 0; i < ranked.size(); i++) {
                if (searched.get(i) != parts.get(i)) {
                    partial.add(searched.get(i).search(query.minutiae(), buffers, memory));
                    ranked.set(i, partial.get(partial.size() - 1));
                }
            }
            return search(whole, ranked);
        } finally {
            whole.forEach(PartSearch::close);
            partial.forEach(PartSearch::close);
        }
    }

    /** The minutiae of the query that were ignored because of their frequency. Only after {@link #run}. */
    boolean[] ignored() {
        return ignored;
    }

    /** The minutiae of the query that a document holds, and those that were ignored. Only after {@link #run}. */
    boolean[] known() {
        return known;
    }

    private Matches search(List<PartSearch> whole, List<PartSearch> ranked) {
        long documents = parts.stream().mapToLong(Part::documents).sum();
        boolean weighted = options.measure().weighted();
        int n = query.minutiae().length;
        ignored = new boolean[n];
        Optional<TermWeights> weights = Optional.empty();
        if (weighted || documents > options.maxDf()) {
            long[] frequencies = HolderCounts.of(n, whole, weighted ? 0 : options.maxDf());
            for (int i = 0; i < n; i++) {
                ignored[i] = frequencies[i] > options.maxDf();
            }
            if (weighted) {
                TermWeights all = new TermWeights(options.measure(), documents, frequencies, query.frequencies());
                comparison.weighing(all.unit(), all.own());
                weights = Optional.of(all);
            }
        }
        known = ignored.clone();
        Ranking ranking = new Ranking(query, comparison, options, weights, documentWeights);
        for (PartSearch search : ranked) {
            ranking.rank(search, ignored, known);
        }
        return new Matches(
                ranking.matches(),
                Math.toIntExact(query.side().minutiae()),
                n == 0 ? 0 : (double) count(known) / n,
                count(ignored),
                query.self(options.measure(), comparison, weights),
                n);
    }

    private static int count(boolean[] flags) {
        int n = 0;
        for (boolean flag : flags) {
            n += flag ? 1 : 0;
        }
        return n;
    }
}
