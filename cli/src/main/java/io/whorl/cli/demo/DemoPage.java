package io.whorl.cli.demo;

import io.whorl.bulk.BuildReport;
import io.whorl.cli.demo.Answer.Effectiveness;
import io.whorl.query.Match;
import java.io.IOException;
import java.io.Writer;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The demonstration for people: some rankings, in the form of HZ figure 1, and the quality of all answers. */
public final class DemoPage {
    private static final int FALSE_MATCHES_SHOWN = 2;
    private static final int BAR = 12;
    private static final String ROW = "  %4s  %-28s %6s  %8s  %-" + BAR + "s  %s%n";
    private static final String SUMMARY = "  %-6s %10s %8s %18s %12s%n";

    private final Writer out;

    public DemoPage(Writer out) {
        this.out = out;
    }

    public void opening(BuildReport built, int queries, double seconds) throws IOException {
        print(
                "An index of %,d sample documents (%,d words), built in %.2f s. It has %,d%n",
                built.documents(), built.words(), seconds, built.minutiae());
        print(
                "minutiae, each the hash of four words, and takes %.1f bytes per posting. The%n",
                (double) built.bytes() / Math.max(1, built.postings()));
        print("samples include versions, excerpts and rewritings of %d documents. A query with%n", queries);
        print("one of these documents ranks its relatives first:%n");
    }

    /**
     * Prints the rankings of the query with the most relatives, and of those with the best and the worst separation.
     */
    public void rankings(List<Answer> answers) throws IOException {
        Comparator<Answer> bySeparation =
                Comparator.comparingDouble(answer -> answer.figures().separation());
        Map<Answer, String> shown = new LinkedHashMap<>();
        shown.putIfAbsent(
                Collections.max(answers, Comparator.comparingInt(answer -> answer.right()
                        .size())),
                "the most relatives");
        shown.putIfAbsent(Collections.max(answers, bySeparation), "the best separation");
        shown.putIfAbsent(Collections.min(answers, bySeparation), "the worst separation");
        for (Map.Entry<Answer, String> entry : shown.entrySet()) {
            print("%nquery %s (%s)%n", entry.getKey().query(), entry.getValue());
            ranking(entry.getKey().ranking(), entry.getKey().right());
        }
    }

    /** Prints the ranking down to the last right answer, with the first few wrong answers. */
    private void ranking(List<Match> ranking, Map<String, String> right) throws IOException {
        print(ROW, "rank", "document", "shared", "percent", "", "");
        int printed = 0;
        int wrong = 0;
        int found = 0;
        for (Match match : ranking) {
            String kind = right.get(match.id());
            found += kind == null ? 0 : 1;
            wrong += kind == null ? 1 : 0;
            if (kind != null || wrong <= FALSE_MATCHES_SHOWN) {
                if (match.rank() > printed + 1) {
                    print(ROW, "...", "", "", "", "", "");
                }
                printed = match.rank();
                print(
                        ROW,
                        match.rank(),
                        match.id(),
                        match.shared(),
                        percent(match.score()),
                        bar(match.score()),
                        kind == null ? "" : "\u2713 " + kind);
            }
            if (found == right.size() && wrong >= FALSE_MATCHES_SHOWN) {
                break;
            }
        }
    }

    public void summary(List<Answer> answers) throws IOException {
        List<Effectiveness> all = answers.stream().map(Answer::figures).toList();
        print("%nall %d queries%n", all.size());
        print(SUMMARY, "", "precision", "recall", "best wrong score", "separation");
        print(
                SUMMARY,
                "mean",
                ratio(mean(all, Effectiveness::precision)),
                ratio(mean(all, Effectiveness::recall)),
                percent(mean(all, Effectiveness::highestFalseMatch)),
                percent(mean(all, Effectiveness::separation)));
        print(
                SUMMARY,
                "worst",
                ratio(least(all, Effectiveness::precision)),
                ratio(least(all, Effectiveness::recall)),
                percent(-least(all, e -> -e.highestFalseMatch())),
                percent(least(all, Effectiveness::separation)));
        print("%n%s marks the right answers. Precision: the share of right answers among the%n", "\u2713");
        print("first s results of a query with s right answers. Recall: the share of the right%n");
        print("answers that is among the first 20 results. Separation: the lowest score of a%n");
        print("right answer minus the highest score of a wrong one. If it is above 0, a%n");
        print("threshold separates right from wrong (Hoad and Zobel 2003, section 6).%n");
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.2f %%", value);
    }

    private static String bar(double percent) {
        return "\u2588".repeat((int) Math.round(Math.min(100, percent) * BAR / 100));
    }

    private static double mean(List<Effectiveness> all, ToDoubleFunction<Effectiveness> figure) {
        return all.stream().mapToDouble(figure).average().orElse(0);
    }

    private static double least(List<Effectiveness> all, ToDoubleFunction<Effectiveness> figure) {
        return all.stream().mapToDouble(figure).min().orElse(0);
    }

    private void print(String format, Object... arguments) throws IOException {
        out.write(String.format(Locale.ROOT, format.replace("%n", "\n"), arguments)
                .replaceAll("(?m) +$", ""));
    }
}
