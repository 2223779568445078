package io.whorl.query;

import io.whorl.measure.Measure;
import io.whorl.score.Comparison;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The best documents of one part after another: what the parts before hold sets the score that the next must reach. One
 * thread at a time.
 */
abstract class Ranking {
    final QuerySide query;
    final Comparison comparison;
    final QueryOptions options;
    private List<Hit> kept = List.of();
    private BestHits best;
    private double leastScore;

    Ranking(QuerySide query, Comparison comparison, QueryOptions options) {
        this.query = query;
        this.comparison = comparison;
        this.options = options;
        leastScore = options.minScore();
    }

    /** Has the part offer its documents. */
    abstract void ask(PartSearch part, boolean[] ignored, boolean[] known);

    /** Says what a document must score to come in: no less than was said before. */
    abstract void raise(double score);

    /** Ranks the documents that this part counts, too. */
    void rank(PartSearch part, boolean[] ignored, boolean[] known) {
        best = new BestHits(part, options.top());
        part.reading(() -> {
            ask(part, ignored, known);
            return null;
        });
        kept = merged(kept, best.sorted());
        if (kept.size() == options.top()) {
            // No more than that: of a later document with the same score the id decides.
            leastScore = Math.max(leastScore, kept.get(kept.size() - 1).score());
            raise(leastScore);
        }
    }

    private List<Hit> merged(List<Hit> before, List<Hit> now) {
        if (before.isEmpty() || now.isEmpty()) {
            return before.isEmpty() ? now : before;
        }
        List<Hit> all = new ArrayList<>(before);
        all.addAll(now);
        all.sort(Hit.BEST_FIRST);
        return all.size() <= options.top() ? all : new ArrayList<>(all.subList(0, options.top()));
    }

    /** Keeps a document of the part that is asked, as it was compared, if it scores enough. */
    final void keep(long document, long shared) {
        double score = comparison.score(options.measure());
        if (score >= leastScore && best.offer(score, document, shared) && best.full()) {
            raise(best.worst());
        }
    }

    List<Match> matches() {
        List<Match> matches = new ArrayList<>(kept.size());
        for (Hit hit : kept) {
            matches.add(hit.part().reading(() -> match(matches.size() + 1, hit)));
        }
        return matches;
    }

    private Match match(int rank, Hit hit) {
        comparison.set(hit.shared(), query, hit.part().side(hit.document()));
        return new Match(
                rank,
                new String(hit.id(), StandardCharsets.UTF_8),
                hit.score(),
                hit.shared(),
                figure(Measure.PERCENT),
                OptionalDouble.of(comparison.resemblance()),
                figure(Measure.CONTAINMENT),
                figure(Measure.CONTAINED));
    }

    private OptionalDouble figure(Measure measure) {
        return comparison.onlyResemblance() ? OptionalDouble.empty() : OptionalDouble.of(comparison.score(measure));
    }
}
