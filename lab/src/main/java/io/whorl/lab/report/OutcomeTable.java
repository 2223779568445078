package io.whorl.lab.report;

import io.whorl.lab.model.Outcome;
import java.util.List;

/** The table of configurations in a section, with effectiveness and cost (HZ tables 1 to 6, COPS tables 2 and 3). */
final class OutcomeTable {
    static final List<Column<Outcome>> COLUMNS = List.of(
            new Column<>(
                    "configuration",
                    "the settings that vary in its section",
                    o -> Cell.text(o.configuration().name())),
            new Column<>(
                    "P(s)",
                    "mean share of right answers among the first s, where s is their number (HZ section 6)",
                    o -> Cell.fixed(o.means().precision(), 3)),
            new Column<>(
                    "R(20)",
                    "mean share of the right answers that are among the first 20 (HZ section 6)",
                    o -> Cell.fixed(o.means().recall(), 3)),
            new Column<>(
                    "HFM %",
                    "highest false match: mean score of the best wrong answer, in percent of the score of the query"
                            + " document against itself (HZ section 6)",
                    o -> Cell.fixed(o.means().highestFalseMatch(), 2)),
            new Column<>(
                    "Sep %",
                    "separation: mean of the lowest score of a right answer minus the highest false match (HZ"
                            + " section 6)",
                    o -> Cell.fixed(o.means().separation(), 2)),
            new Column<>(
                    "Sep/HFM",
                    "the ratio of these two means (HZ section 6); n/a if no wrong answer is found",
                    o -> Cell.fixed(o.means().ratio(), 2)),
            new Column<>(
                    "P<1",
                    "queries with a wrong answer among the first s",
                    o -> Cell.whole(o.means().imprecise())),
            new Column<>(
                    "Sep<0",
                    "queries with a wrong answer above a right one",
                    o -> Cell.whole(o.means().negative())),
            new Column<>(
                    "affinity %",
                    "mean score of the other documents of the query's group (COPS section 5.3, tables 2 and 3)",
                    o -> Cell.fixed(o.affinity().related().mean(), 1)),
            new Column<>(
                    "noise %",
                    "mean score of all other documents (COPS section 5.3, tables 2 and 3)",
                    o -> Cell.fixed(o.affinity().unrelated().mean(), 3)),
            new Column<>(
                    "min./doc",
                    "mean number of minutiae of a document in the index",
                    o -> Cell.fixed(o.size().minutiaePerDocument(), 1)),
            new Column<>(
                    "min./query", "mean number of minutiae of a query", o -> Cell.fixed(o.minutiaePerQuestion(), 1)),
            new Column<>(
                    "B/text B",
                    "index bytes per byte of text",
                    o -> Cell.significant(o.size().bytesPerTextByte(), 3)),
            new Column<>(
                    "MB/s",
                    "build speed with all threads, in 10\u2076 bytes of text per second",
                    o -> Cell.significant(o.timings().buildMegabytesPerSecond(), 3)),
            new Column<>(
                    "p50 \u00b5s",
                    "median query time with one thread",
                    o -> Cell.significant(o.timings().queryMedianMicros(), 3)),
            new Column<>(
                    "p99 \u00b5s",
                    "99th percentile of the query time with one thread",
                    o -> Cell.significant(o.timings().query99Micros(), 3)));

    private OutcomeTable() {}

    static String html(Section section) {
        return HtmlTable.of("Effectiveness and cost", COLUMNS, section.outcomes());
    }
}
