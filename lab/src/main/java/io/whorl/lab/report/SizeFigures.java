package io.whorl.lab.report;

import io.whorl.lab.report.Scatter.Figured;
import java.util.ArrayList;
import java.util.List;

/** Effectiveness by the size of the index. */
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
        Scatter.of("Sep/HFM by size of the index", BYTES, RATIO, section.outcomes())
                .ifPresent(plot -> figures.add(new Figure(
                        section.file("ratio-by-size"),
                        plot,
                        "Each point is a configuration; the best are in the upper left. Sep/HFM is mean separation "
                                + "divided by"
                                + " mean highest false match (HZ section 6): how clearly right answers are separated"
                                + " from wrong ones. It grows without bound as the highest false match approaches 0, so"
                                + " consider the separation too, and use it only where precision is near 1."
                                + " Configurations that found no wrong answer have no ratio.")));
        Scatter.of("Precision by size of the index", BYTES, PRECISION, section.outcomes())
                .ifPresent(plot -> figures.add(new Figure(
                        section.file("precision-by-size"),
                        plot,
                        "P(s) is the mean share of right answers among the first s, where s is their number (HZ "
                                + "section 6). A small"
                                + " index with precision 1 ranks as well as the full fingerprint. Labels without "
                                + "space are left out;"
                                + " the tooltip of a point has its name.")));
        return figures;
    }
}
