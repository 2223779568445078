package io.whorl.lab.run;

import io.whorl.lab.collection.Groups.Question;
import io.whorl.lab.report.Columns.Moments;
import io.whorl.lab.run.Outcome.Answer;
import io.whorl.lab.run.Outcome.Answer.Affinity;
import io.whorl.lab.run.Outcome.Answer.Effectiveness;
import io.whorl.lab.run.Outcome.Operation;
import io.whorl.query.Match;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** Compares rankings with the known answers. */
public record Judge(int documents, List<Double> thresholds) {
    private static final int RECALL_AT = 20;

    public Judge {
        thresholds = List.copyOf(thresholds);
        for (double threshold : thresholds) {
            if (!(threshold > 0)) {
                throw new IllegalArgumentException("threshold is " + threshold + "; it must be above 0 percent");
            }
        }
    }

    /**
     * Judges a complete ranking.
     *
     * @param ranking all documents found
     */
    public Answer answer(Question question, Ranking ranking, int minutiae) {
        return new Answer(
                question.id(),
                question.group(),
                question.right().size(),
                minutiae,
                effectiveness(ranking, question.right()),
                affinity(question, ranking),
                operations(question, ranking));
    }

    /** Computes the figures of HZ 6. */
    public static Effectiveness effectiveness(Ranking ranking, Set<String> right) {
        int s = right.size();
        int inFirstS = 0;
        int inFirst20 = 0;
        int found = 0;
        double wrong = 0;
        double lowest = Double.MAX_VALUE;
        for (int i = 0; i < ranking.size(); i++) {
            if (right.contains(ranking.id(i))) {
                inFirstS += i < s ? 1 : 0;
                inFirst20 += i < RECALL_AT ? 1 : 0;
                found++;
                lowest = Math.min(lowest, ranking.percent(i));
            } else {
                wrong = Math.max(wrong, ranking.percent(i));
            }
        }
        lowest = found < s ? 0 : lowest;
        return new Effectiveness((double) inFirstS / s, (double) inFirst20 / s, wrong, lowest - wrong);
    }

    private Affinity affinity(Question question, Ranking ranking) {
        double self = 0;
        Moments related = Moments.NONE;
        Moments unrelated = Moments.NONE;
        for (int i = 0; i < ranking.size(); i++) {
            if (ranking.id(i).equals(question.id())) {
                self = ranking.percent(i);
            } else if (question.right().contains(ranking.id(i))) {
                related = related.plus(Moments.of(ranking.percent(i)));
            } else {
                unrelated = unrelated.plus(Moments.of(ranking.percent(i)));
            }
        }
        int s = question.right().size();
        // Documents that are not found score 0.
        return new Affinity(
                Moments.of(self),
                new Moments(s - 1, related.sum(), related.squares()),
                new Moments(documents - s, unrelated.sum(), unrelated.squares()));
    }

    private List<Operation> operations(Question question, Ranking ranking) {
        int s = question.right().size();
        List<Operation> operations = new ArrayList<>();
        for (double threshold : thresholds) {
            int right = 0;
            int wrong = 0;
            for (int i = 0; i < ranking.size(); i++) {
                if (ranking.percent(i) >= threshold && !ranking.id(i).equals(question.id())) {
                    boolean related = question.right().contains(ranking.id(i));
                    right += related ? 1 : 0;
                    wrong += related ? 0 : 1;
                }
            }
            operations.add(new Operation(threshold, right, wrong, s - 1 - right, documents - s - wrong));
        }
        return operations;
    }

    /**
     * All documents found for a query, best first.
     *
     * @param percents their scores, in percent of the score of the query document against itself
     */
    public record Ranking(List<String> ids, List<Double> percents) {
        public Ranking {
            ids = List.copyOf(ids);
            percents = List.copyOf(percents);
            if (ids.size() != percents.size()) {
                throw new IllegalArgumentException("percents has " + percents.size()
                        + " elements; it must have one for each of " + ids.size() + " ids");
            }
        }

        /** @param own the score of the query document against itself; if it is not above 0, all percents are 0 */
        public static Ranking of(List<Match> matches, double own) {
            double hundred = own > 0 ? 100 / own : 0;
            return new Ranking(
                    matches.stream().map(Match::id).toList(),
                    matches.stream().map(match -> match.score() * hundred).toList());
        }

        public static OptionalDouble score(List<Match> matches, String id) {
            return matches.stream()
                    .filter(match -> match.id().equals(id))
                    .mapToDouble(Match::score)
                    .findFirst();
        }

        public int size() {
            return ids.size();
        }

        public String id(int i) {
            return ids.get(i);
        }

        public double percent(int i) {
            return percents.get(i);
        }
    }
}
