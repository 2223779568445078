package io.whorl.query;

import io.whorl.parts.Part;
import io.whorl.parts.PartSearch;
import io.whorl.parts.QueryMemory;
import io.whorl.parts.SearchBuffers;
import io.whorl.query.WholeSnapshot.DocumentWeights;
import io.whorl.score.Comparison;
import io.whorl.score.TermWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * One query of all parts of a snapshot: one part after another, or some on each of several threads. The result is the
 * same. Used once.
 */
final class Search {
    private final List<Part> parts;
    private final List<Part> searched;
    private final QueryFingerprint query;
    private final Comparison comparison;
    private final QueryOptions options;
    private final SearchBuffers buffers;
    private final DocumentWeights documentWeights;

    private Optional<SearchThreads> threads = Optional.empty();
    private Supplier<Comparison> comparisons;
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
        comparisons = () -> comparison;
        this.options = options;
        this.buffers = buffers;
        this.documentWeights = documentWeights;
    }

    /**
     * Searches on several threads.
     *
     * @param more makes comparisons like that of this search
     */
    Search on(Optional<SearchThreads> several, Supplier<Comparison> more) {
        threads = several;
        comparisons = more;
        return this;
    }

    Matches run() {
        QueryMemory memory = new QueryMemory(
                options.memory(), query.minutiae().length, options.measure().weighted());
        memory.check();
        int groups = Math.min(threads.map(SearchThreads::count).orElse(1), parts.size());
        List<SearchBuffers> borrowed = new ArrayList<>();
        for (int g = 1; g < groups; g++) {
            borrowed.add(threads.orElseThrow().borrow());
        }
        PartSearch[] whole = new PartSearch[parts.size()];
        PartSearch[] ranked = new PartSearch[parts.size()];
        try {
            // All parts are held before the first is read, so that closing the snapshot does not disturb the query.
            forGroups(groups, group -> {
                SearchBuffers its = group == 0 ? buffers : borrowed.get(group - 1);
                for (int i = group; i < whole.length; i += groups) {
                    whole[i] = parts.get(i).search(query.minutiae(), its, memory);
                    ranked[i] = searched.get(i) == parts.get(i)
                            ? whole[i]
                            : searched.get(i).search(query.minutiae(), its, memory);
                }
            });
            Matches matches = search(whole, ranked, groups);
            // Buffers of a failed query are not used again.
            borrowed.forEach(b -> threads.orElseThrow().giveBack(b));
            return matches;
        } finally {
            close(whole, ranked);
        }
    }

    private void forGroups(int groups, IntConsumer task) {
        if (groups > 1) {
            threads.orElseThrow().run(groups, task);
        } else {
            task.accept(0);
        }
    }

    private static void close(PartSearch[] whole, PartSearch[] ranked) {
        for (int i = 0; i < whole.length; i++) {
            if (ranked[i] != null && ranked[i] != whole[i]) {
                ranked[i].close();
            }
            if (whole[i] != null) {
                whole[i].close();
            }
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

    private Matches search(PartSearch[] whole, PartSearch[] ranked, int groups) {
        long documents = parts.stream().mapToLong(Part::documents).sum();
        boolean weighted = options.measure().weighted();
        int n = query.minutiae().length;
        ignored = new boolean[n];
        Optional<TermWeights> weights = Optional.empty();
        if (weighted || documents > options.maxDf()) {
            long[] frequencies = HolderCounts.of(n, List.of(whole), weighted ? 0 : options.maxDf());
            for (int i = 0; i < n; i++) {
                ignored[i] = frequencies[i] > options.maxDf();
            }
            if (weighted) {
                weights = Optional.of(new TermWeights(options.measure(), documents, frequencies, query.frequencies()));
            }
        }
        Ranking ranking = rank(ranked, groups, weights);
        return new Matches(
                ranking.matches(),
                Math.toIntExact(query.side().minutiae()),
                n == 0 ? 0 : (double) count(known) / n,
                count(ignored),
                query.self(options.measure(), comparison, weights),
                n);
    }

    private Ranking rank(PartSearch[] ranked, int groups, Optional<TermWeights> weights) {
        Ranking[] rankings = new Ranking[Math.max(1, groups)];
        boolean[][] knownOf = new boolean[rankings.length][];
        for (int g = 0; g < rankings.length; g++) {
            Comparison its = g == 0 ? comparison : comparisons.get();
            weights.ifPresent(all -> its.weighing(all.unit(), all.own()));
            rankings[g] = new Ranking(query, its, options, weights, documentWeights);
            knownOf[g] = ignored.clone();
        }
        forGroups(groups, group -> {
            for (int i = group; i < ranked.length; i += groups) {
                rankings[group].rank(ranked[i], ignored, knownOf[group]);
            }
        });
        known = knownOf[0];
        for (int g = 1; g < rankings.length; g++) {
            rankings[0].add(rankings[g]);
            for (int i = 0; i < known.length; i++) {
                known[i] |= knownOf[g][i];
            }
        }
        return rankings[0];
    }

    private static int count(boolean[] flags) {
        int n = 0;
        for (boolean flag : flags) {
            n += flag ? 1 : 0;
        }
        return n;
    }

    /** Counts the live documents that hold each of some minutiae (f_t). */
    static final class HolderCounts {
        private HolderCounts() {}

        /**
         * The exact counts in all parts of a snapshot.
         *
         * @param minutiae distinct minutiae, unsigned ascending
         * @param buffers the buffers of the calling thread
         */
        static long[] of(List<Part> parts, long[] minutiae, SearchBuffers buffers, QueryMemory memory) {
            List<PartSearch> searches = new ArrayList<>(parts.size());
            try {
                for (Part part : parts) {
                    searches.add(part.search(minutiae, buffers, memory));
                }
                return of(minutiae.length, searches, 0);
            } finally {
                searches.forEach(PartSearch::close);
            }
        }

        /** The counts: exact if they are more than {@code limit}, never too low otherwise. */
        static long[] of(int minutiae, List<PartSearch> searches, long limit) {
            long[] counts = new long[minutiae];
            for (PartSearch search : searches) {
                search.reading(() -> {
                    search.addFrequencies(counts);
                    return null;
                });
            }
            for (PartSearch search : searches) {
                search.reading(() -> {
                    search.subtractDead(counts, limit);
                    return null;
                });
            }
            return counts;
        }
    }
}
