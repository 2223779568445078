package io.whorl.lab.retrieval;

import io.whorl.lab.align.JudgedPair;
import io.whorl.lab.align.Match;
import io.whorl.lab.align.Plagdet;
import io.whorl.lab.model.FigureTable;
import io.whorl.lab.retrieval.RetrievalLaboratory.Bounds;
import io.whorl.lab.retrieval.RetrievalLaboratory.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** How well passages are found without being told the pairs, by what makes a source a candidate. */
public final class EndToEnd {
    private static final double NANOS = 1e9;
    /** The least number of shared chunks of the command {@code report}. */
    private static final int LEAST_SHARED = 3;

    private static final List<String> COLUMNS = List.of(
            "candidates",
            "a document",
            "pairs with a case",
            "cases found",
            "plagdet",
            "recall",
            "precision",
            "granularity",
            "detections in other pairs",
            "of a known case",
            "equal words",
            "plagdet without them",
            "CPU s");

    private EndToEnd() {}

    /**
     * Which sources are candidates.
     *
     * @param leastShared shared chunks, at least
     * @param most sources of a document, at most
     * @param byWeight whether the most are those of the highest weighted containment, or of the most shared chunks
     */
    public record Rule(int leastShared, int most, boolean byWeight) implements Predicate<Candidate> {
        @Override
        public boolean test(Candidate candidate) {
            return candidate.shared() >= leastShared
                    && (byWeight ? candidate.rankByWeight() : candidate.rankByShared()) <= most;
        }

        @Override
        public String toString() {
            return "shared >= " + leastShared + ", best " + most + (byWeight ? " by weight" : "");
        }
    }

    /** Returns rules within the bounds of what was aligned. */
    public static List<Rule> rules(Bounds bounds) {
        int least = Math.max(LEAST_SHARED, bounds.leastShared());
        List<Rule> rules = new ArrayList<>();
        for (int shared : new int[] {1, 2, 3, 4, 5, 6, 8, 11}) {
            if (shared >= bounds.leastShared()) {
                rules.add(new Rule(shared, bounds.most(), false));
            }
        }
        for (int most : new int[] {10, 20, 50, 100, 200}) {
            if (most < bounds.most()) {
                rules.add(new Rule(least, most, false));
            }
            if (most <= bounds.most()) {
                rules.add(new Rule(least, most, true));
            }
        }
        return rules;
    }

    /** Returns the table, with a row for the given pairs and one for each rule. */
    public static FigureTable table(Outcome outcome, List<Rule> rules) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("pairs given", outcome, any -> true, true));
        for (Rule rule : rules) {
            rows.add(row(rule.toString(), outcome, rule, false));
        }
        return new FigureTable(
                "end-to-end",
                "Passages found in " + outcome.suspicions().size() + " documents, from " + outcome.sources()
                        + " sources",
                COLUMNS,
                rows,
                List.of(
                        "pairs with a case: the share that is aligned. cases found: the share with a detection.",
                        "In the plagdet with all detections, those in pairs that the collection does not list are"
                                + " false.",
                        "of a known case: the detection is at a case of the document, so another source has the same"
                                + " passage. equal words: of the others, those that consist of runs of equal words.",
                        String.format(
                                Locale.ROOT,
                                "CPU s: processor time of alignment, of prepared texts. Preparing and indexing took"
                                        + " %.1f s, all queries took %.1f s.",
                                outcome.preparation() / NANOS,
                                outcome.queries() / NANOS)));
    }

    private static List<String> row(String name, Outcome outcome, Predicate<Candidate> rule, boolean given) {
        List<JudgedPair> listed = new ArrayList<>();
        List<JudgedPair> others = new ArrayList<>();
        int[] sums = new int[5];
        long nanos = 0;
        for (Suspicion each : outcome.suspicions()) {
            Map<String, Candidate> candidates = new HashMap<>();
            for (Candidate candidate : each.candidates()) {
                if (!given && rule.test(candidate)) {
                    candidates.put(candidate.source(), candidate);
                    nanos += candidate.nanos();
                }
            }
            sums[0] += given ? each.listed().size() : candidates.size();
            each.cases().forEach((source, cases) -> {
                boolean aligned = given || candidates.containsKey(source);
                List<Match> detections = aligned ? matches(each.listed().get(source)) : List.of();
                listed.add(new JudgedPair(each.category(), cases, detections));
                sums[1] += aligned && !cases.isEmpty() ? 1 : 0;
                for (Match match : cases) {
                    sums[2] += detections.stream().anyMatch(match::overlaps) ? 1 : 0;
                }
            });
            for (Candidate candidate : candidates.values()) {
                if (!each.cases().containsKey(candidate.source())) {
                    others.add(new JudgedPair(each.category(), List.of(), matches(candidate.detections())));
                    for (Detection detection : candidate.detections()) {
                        boolean known = each.atCase(detection);
                        sums[3] += known ? 1 : 0;
                        sums[4] += !known && detection.verbatim() ? 1 : 0;
                    }
                }
            }
        }
        Plagdet ofListed = Plagdet.of(listed);
        List<JudgedPair> all = new ArrayList<>(listed);
        all.addAll(others);
        Plagdet plagdet = Plagdet.of(all);
        long withCase = listed.stream().filter(pair -> !pair.cases().isEmpty()).count();
        return List.of(
                name,
                number(
                        "%.1f",
                        (double) sums[0] / Math.max(1, outcome.suspicions().size())),
                number("%.3f", (double) sums[1] / Math.max(1, withCase)),
                number("%.3f", (double) sums[2] / Math.max(1, plagdet.cases())),
                number("%.4f", plagdet.score()),
                number("%.4f", plagdet.recall()),
                number("%.4f", plagdet.precision()),
                number("%.4f", plagdet.granularity()),
                Integer.toString(plagdet.detections() - ofListed.detections()),
                Integer.toString(sums[3]),
                Integer.toString(sums[4]),
                number("%.4f", ofListed.score()),
                given ? "" : number("%.1f", nanos / NANOS));
    }

    private static List<Match> matches(List<Detection> detections) {
        return detections.stream().map(Detection::match).toList();
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
