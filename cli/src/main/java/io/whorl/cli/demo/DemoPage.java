package io.whorl.cli.demo;

import io.whorl.bulk.BuildReport;
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

/** The demonstration for people: some rankings in the manner of HZ's figure 1, and what all queries came to. */
public final class DemoPage {
    private static final int FALSE_MATCHES_SHOWN = 2;
    private static final int BAR = 20;
    private static final String ROW = "  %4s  %-30s %6s  %8s  %-" + BAR + "s  %s%n";

    private final Writer out;

    public DemoPage(Writer out) {
        this.out = out;
    }

    public void opening(BuildReport built, int queries, double seconds) throws IOException {
        print(
                "An index of %,d sample documents (%,d words), built in %.2f s: %,d minutiae, each a chunk of%n",
                built.documents(), built.words(), seconds, built.minutiae());
        print(
                "four words; %.1f bytes a posting. %d of the documents have versions, excerpts and rewritings%n",
                (double) built.bytes() / Math.max(1, built.postings()), queries);
        print("among the others. Asked with one of them, the index ranks its relatives first:%n");
    }

    /** Some rankings: of the query with the most relatives, and of those told apart best and worst. */
    public void rankings(List<Answer> answers) throws IOException {
        Comparator<Answer> bySeparation =
                Comparator.comparingDouble(answer -> answer.figures().separation());
        Map<Answer, String> shown = new LinkedHashMap<>();
        shown.putIfAbsent(
                Collections.max(answers, Comparator.comparingInt(answer -> answer.right()
                        .size())),
                "the most relatives");
        shown.putIfAbsent(Collections.max(answers, bySeparation), "relatives told apart best");
        shown.putIfAbsent(Collections.min(answers, bySeparation), "relatives told apart worst");
        for (Map.Entry<Answer, String> entry : shown.entrySet()) {
            print("%nquery %s (%s)%n", entry.getKey().query(), entry.getValue());
            ranking(entry.getKey().ranking(), entry.getKey().right());
        }
    }

    /** The ranking down to the last right answer, and the first few wrong ones. */
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
                        String.format(Locale.ROOT, "%.2f %%", match.score()),
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
        print(
                "%nall %d queries        precision at s   recall at 20   highest false match    separation%n",
                all.size());
        print(
                "  mean               %14.2f %14.2f %19.2f %% %11.2f %%%n",
                mean(all, Effectiveness::precision),
                mean(all, Effectiveness::recall),
                mean(all, Effectiveness::highestFalseMatch),
                mean(all, Effectiveness::separation));
        print(
                "  worst              %14.2f %14.2f %19.2f %% %11.2f %%%n",
                least(all, Effectiveness::precision),
                least(all, Effectiveness::recall),
                -least(all, e -> -e.highestFalseMatch()),
                least(all, Effectiveness::separation));
        print(
                "%ns: right answers of a query (%s %s). Separation: the lowest right answer's percent less the%n",
                "\u2713", "marks them");
        print("highest false match's; above 0, a threshold parts right from wrong (Hoad & Zobel 2003).%n");
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
