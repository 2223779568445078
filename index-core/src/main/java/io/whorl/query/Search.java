package io.whorl.query;

import io.whorl.score.Comparison;
import io.whorl.score.TermWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One query of all parts of a snapshot, one part after another. Used once. */
final class Search {
    private final List<Part> parts;
    private final Question question;
    private final Comparison comparison;
    private final QueryOptions options;
    private final SearchBuffers buffers;
    private final IndexedWeights documentWeights;

    /** @param documentWeights the weights of documents, if the measure needs them */
    Search(
            List<Part> parts,
            Question question,
            Comparison comparison,
            QueryOptions options,
            SearchBuffers buffers,
            IndexedWeights documentWeights) {
        this.parts = parts;
        this.question = question;
        this.comparison = comparison;
        this.options = options;
        this.buffers = buffers;
        this.documentWeights = documentWeights;
    }

    Matches run() {
        QueryMemory memory = new QueryMemory(
                options.memory(), question.minutiae().length, options.measure().weighted());
        memory.check();
        List<PartSearch> searches = new ArrayList<>();
        try {
            long documents = 0;
            for (Part part : parts) {
                buffers.reserve(part.counters(buffers.window));
                // All are held before the first is asked: who closes the snapshot meanwhile does not disturb the query.
                searches.add(part.search(question.minutiae(), buffers, memory));
                documents += part.documents();
            }
            return options.measure().weighted() ? weigh(searches, documents) : count(searches, documents);
        } finally {
            searches.forEach(PartSearch::close);
        }
    }

    private Matches count(List<PartSearch> searches, long documents) {
        int n = question.minutiae().length;
        boolean[] ignored = documents <= options.maxDf()
                ? new boolean[n]
                : FrequencyLimit.exceeded(FrequencyLimit.holders(n, searches, options.maxDf()), options.maxDf());
        return ranked(searches, ignored, new CountRanking(question.side(), comparison, options), Optional.empty());
    }

    private Matches weigh(List<PartSearch> searches, long documents) {
        long[] holders = FrequencyLimit.holders(question.minutiae().length, searches, 0);
        TermWeights weights = new TermWeights(options.measure(), documents, holders, question.frequencies());
        comparison.weighing(weights.unit(), weights.own());
        Ranking ranking = new WeightedRanking(question.side(), comparison, options, weights, documentWeights);
        return ranked(searches, FrequencyLimit.exceeded(holders, options.maxDf()), ranking, Optional.of(weights));
    }

    private Matches ranked(
            List<PartSearch> searches, boolean[] ignored, Ranking ranking, Optional<TermWeights> weights) {
        boolean[] known = ignored.clone();
        for (PartSearch search : searches) {
            ranking.rank(search, ignored, known);
        }
        List<Match> matches = ranking.matches();
        int n = ignored.length;
        return new Matches(
                matches,
                n,
                n == 0 ? 0 : (double) count(known) / n,
                count(ignored),
                question.self(options.measure(), comparison, weights));
    }

    private static int count(boolean[] flags) {
        int n = 0;
        for (boolean flag : flags) {
            n += flag ? 1 : 0;
        }
        return n;
    }
}
