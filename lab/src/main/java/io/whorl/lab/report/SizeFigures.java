package io.whorl.lab.report;

import io.whorl.lab.report.Scatter.Figured;
import java.util.ArrayList;
import java.util.List;

/** How well strategies do for the room that their indexes take. */
final class SizeFigures {
    static final Figured RATIO =
            new Figured("Sep/HFM", outcome -> outcome.means().ratio(), v -> Numbers.significant(v, 3));
    static final Figured PRECISION =
            Figured.of("P(s)", outcome -> outcome.means().precision(), 4);

    private static final Figured BYTES =
            Figured.of("index bytes per byte of text", outcome -> outcome.size().bytesPerTextByte(), 3);

    private SizeFigures() {}

    static List<Figure> of(Section section) {
        List<Figure> figures = new ArrayList<>();
        Scatter.of("Sep/HFM against the size of the index", BYTES, RATIO, section.outcomes())
                .ifPresent(
                        plot -> figures.add(
                                new Figure(
                                        section.file("ratio-by-size"),
                                        plot,
                                        "Each point is a configuration;"
                                                + " best is the upper left. Sep/HFM is the ratio of mean separation to mean highest false match (HZ"
                                                + " section 6): how clearly right answers stand apart from wrong ones, for what the index costs."
                                                + " It grows without bound as the highest false match nears 0, so read it beside the separation, and"
                                                + " only where precision is near 1. Configurations that found nothing wrong at all have no ratio.")));
        Scatter.of("Precision against the size of the index", BYTES, PRECISION, section.outcomes())
                .ifPresent(plot -> figures.add(new Figure(
                        section.file("precision-by-size"),
                        plot,
                        "P(s) is the mean share of"
                                + " right answers among the first s, where s is how many there are (HZ section 6). A small index that"
                                + " still reaches 1 ranks as well as the full fingerprint. Labels without room are left out; resting"
                                + " the pointer on a point names it.")));
        return figures;
    }
}
