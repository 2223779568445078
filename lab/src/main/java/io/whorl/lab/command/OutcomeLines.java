package io.whorl.lab.command;

import io.whorl.lab.model.Means;
import io.whorl.lab.model.Outcome;
import io.whorl.lab.model.RivalScheme;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Formats outcomes as lines for a terminal. The files have more columns. */
final class OutcomeLines {
    private static final String COLUMNS = "%-44s %5s %5s %7s %7s %7s %4s %5s %9s %9s %8s %9s %9s";

    private OutcomeLines() {}

    static String header() {
        return String.format(
                Locale.ROOT,
                COLUMNS,
                "configuration",
                "P(s)",
                "R(20)",
                "HFM %",
                "Sep %",
                "Sep/HFM",
                "P<1",
                "Sep<0",
                "min./doc",
                "B/text B",
                "MB/s",
                "p50 us",
                "p99 us");
    }

    static String row(Outcome outcome) {
        Means means = outcome.means();
        return String.format(
                Locale.ROOT,
                COLUMNS,
                outcome.configuration(),
                number(means.precision(), 2),
                number(means.recall(), 2),
                number(means.highestFalseMatch(), 2),
                number(means.separation(), 2),
                means.ratio().isPresent() ? number(means.ratio().getAsDouble(), 2) : "n/a",
                means.imprecise(),
                means.negative(),
                number(outcome.size().minutiaePerDocument(), 1),
                number(outcome.size().bytesPerTextByte(), 4),
                number(outcome.timings().buildMegabytesPerSecond(), 1),
                number(outcome.timings().queryMedianMicros(), 0),
                number(outcome.timings().query99Micros(), 0));
    }

    /** Returns a line on the settings of each rival among the outcomes. */
    static List<String> notes(List<Outcome> outcomes) {
        return outcomes.stream()
                .map(outcome -> outcome.configuration().rival())
                .flatMap(Optional::stream)
                .map(RivalScheme::system)
                .distinct()
                .map(rival -> rival.label() + ": " + rival.advice())
                .toList();
    }

    private static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
