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
    private final QueryFingerprint query;
    private final Comparison comparison;
    private final QueryOptions options;
    private final SearchBuffers buffers;
    private final DocumentWeights documentWeights;

    /** @param documentWeights the weights of whole documents, if the measure needs them */
    Search(
            List<Part> parts,
            QueryFingerprint query,
            Comparison comparison,
            QueryOptions options,
            SearchBuffers buffers,
            DocumentWeights documentWeights) {
        this.parts = parts;
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
        List<PartSearch> searches = new ArrayList<>(parts.size());
        try {
            // All parts are held before the first is read, so that closing the snapshot does not disturb the query.
            for (Part part : parts) {
                searches.add(part.search(query.minutiae(), buffers, memory));
            }
            return search(searches);
        } finally {
            searches.forEach(PartSearch::close);
        }
    }

    private Matches search(List<PartSearch> searches) {
        long documents = parts.stream().mapToLong(Part::documents).sum();
        boolean weighted = options.measure().weighted();
        int n = query.minutiae().length;
        boolean[] ignored = new boolean[n];
        Optional<TermWeights> weights = Optional.empty();
        if (weighted || documents > options.maxDf()) {
            long[] frequencies = frequencies(n, searches, weighted ? 0 : options.maxDf());
            for (int i = 0; i < n; i++) {
                ignored[i] = frequencies[i] > options.maxDf();
            }
            if (weighted) {
                TermWeights all = new TermWeights(options.measure(), documents, frequencies, query.frequencies());
                comparison.weighing(all.unit(), all.own());
                weights = Optional.of(all);
            }
        }
        boolean[] known = ignored.clone();
        Ranking ranking = new Ranking(query, comparison, options, weights, documentWeights);
        for (PartSearch search : searches) {
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

    /**
     * The number of live documents that hold each minutia (f_t): exact if it is more than {@code limit}, never too low
     * otherwise.
     */
    private static long[] frequencies(int minutiae, List<PartSearch> searches, long limit) {
        long[] frequencies = new long[minutiae];
        for (PartSearch search : searches) {
            search.reading(() -> {
                search.addFrequencies(frequencies);
                return null;
            });
        }
        for (PartSearch search : searches) {
            search.reading(() -> {
                search.subtractDead(frequencies, limit);
                return null;
            });
        }
        return frequencies;
    }

    private static int count(boolean[] flags) {
        int n = 0;
        for (boolean flag : flags) {
            n += flag ? 1 : 0;
        }
        return n;
    }
}
