package io.whorl.query;

import io.whorl.measure.Comparison;
import io.whorl.measure.Measure;
import io.whorl.measure.Side;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The best documents of one part after another: what the parts before hold sets the score that the next must reach. One
 * thread at a time.
 */
final class Ranking {
    private final QuerySide query;
    private final Comparison comparison;
    private final QueryOptions options;
    private List<Hit> kept = List.of();
    private BestHits best;
    private double leastScore;
    private long leastShared = 1;

    Ranking(QuerySide query, Comparison comparison, QueryOptions options) {
        this.query = query;
        this.comparison = comparison;
        this.options = options;
        leastScore = options.minScore();
        raiseLeastShared(leastScore);
    }

    /** Ranks the documents that this part counts, too. */
    void rank(PartSearch part, boolean[] ignored, boolean[] known) {
        best = new BestHits(part, options.top());
        part.reading(() -> {
            part.count(ignored, known, this);
            return null;
        });
        kept = merged(kept, best.sorted());
        if (kept.size() == options.top()) {
            // No more than that: of a later document with the same score the id decides.
            leastScore = Math.max(leastScore, kept.get(kept.size() - 1).score());
            raiseLeastShared(leastScore);
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

    /** Documents that share fewer minutiae need not be offered. */
    long leastShared() {
        return leastShared;
    }

    /** Ranks a document of the part that is counting. */
    void offer(long document, long shared, Side side) {
        comparison.set(shared, query, side);
        double score = options.measure().score(comparison);
        if (score >= leastScore && best.offer(score, document, shared) && best.full()) {
            raiseLeastShared(best.worst());
        }
    }

    /** Most documents share a few common chunks only: a count tells that they cannot come in, before they are looked at. */
    private void raiseLeastShared(double score) {
        while (leastShared <= query.minutiae() && comparison.most(options.measure(), leastShared, query) < score) {
            leastShared++;
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
        return new Match(rank, new String(hit.id(), StandardCharsets.UTF_8), hit.score(), hit.shared(),
                figure(Measure.PERCENT), OptionalDouble.of(comparison.resemblance()),
                figure(Measure.CONTAINMENT), figure(Measure.CONTAINED));
    }

    private OptionalDouble figure(Measure measure) {
        return comparison.onlyResemblance() ? OptionalDouble.empty() : OptionalDouble.of(measure.score(comparison));
    }
}
