package io.whorl.lab.report;

import io.whorl.lab.model.Outcome;
import java.util.Comparator;
import java.util.List;

/** The configurations to consider: the best by several criteria among those with about the highest precision. */
final class Highlights {
    /** The difference to the highest precision that does not matter. */
    private static final double ABOUT = 0.01;

    private static final Comparator<Outcome> PRECISION =
            Comparator.comparingDouble((Outcome o) -> -o.means().precision());
    private static final Comparator<Outcome> RATIO = Comparator.comparingDouble(
            (Outcome o) -> -o.means().ratio().orElse(o.means().separation() > 0 ? Double.POSITIVE_INFINITY : 0));
    private static final Comparator<Outcome> BYTES =
            Comparator.comparingDouble((Outcome o) -> o.size().bytesPerTextByte());
    private static final Comparator<Outcome> QUERY =
            Comparator.comparingDouble((Outcome o) -> o.timings().queryMedianMicros());

    private static final List<Column<Pick>> COLUMNS = List.of(
            new Column<>("criterion", "the criterion by which the configuration is best", p -> Cell.text(p.aim())),
            new Column<>(
                    "configuration",
                    "its section and name",
                    p -> Cell.text(p.outcome().configuration().toString())),
            new Column<>(
                    "P(s)", "precision", p -> Cell.fixed(p.outcome().means().precision(), 3)),
            new Column<>(
                    "Sep/HFM",
                    "separation over highest false match",
                    p -> Cell.fixed(p.outcome().means().ratio(), 2)),
            new Column<>(
                    "B/text B",
                    "index bytes per byte of text",
                    p -> Cell.significant(p.outcome().size().bytesPerTextByte(), 3)),
            new Column<>(
                    "p50 \u00b5s",
                    "time of a query",
                    p -> Cell.significant(p.outcome().timings().queryMedianMicros(), 3)));

    private Highlights() {}

    private record Pick(String aim, Outcome outcome) {}

    /** Returns nothing if all queries are altered, because users do not alter their queries. */
    static String html(List<Outcome> outcomes) {
        List<Outcome> plain = outcomes.stream()
                .filter(o -> o.configuration().alteration().isEmpty())
                .toList();
        if (plain.isEmpty()) {
            return "";
        }
        Outcome most = plain.stream().min(PRECISION.thenComparing(BYTES)).orElseThrow();
        List<Outcome> precise = plain.stream()
                .filter(o -> o.means().precision() >= most.means().precision() - ABOUT)
                .toList();
        return HtmlTable.of(
                "The best by each criterion; all but the first are within " + ABOUT + " of the highest precision",
                COLUMNS,
                List.of(
                        new Pick("highest precision, then smallest index", most),
                        new Pick(
                                "clearest separation (Sep/HFM)",
                                precise.stream().min(RATIO).orElseThrow()),
                        new Pick(
                                "smallest index",
                                precise.stream().min(BYTES.thenComparing(RATIO)).orElseThrow()),
                        new Pick("fastest queries", precise.stream().min(QUERY).orElseThrow())));
    }
}
