package io.whorl.lab.report;

import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.Outcome;
import io.whorl.lab.report.Scatter.Figured;
import io.whorl.scheme.Scheme;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Query and build times by the size of fingerprints. */
final class CostFigures {
    private static final Figured MINUTIAE =
            Figured.of("minutiae per document", outcome -> outcome.size().minutiaePerDocument(), 4);
    private static final Figured QUERY =
            Figured.of("query p50, \u00b5s", outcome -> outcome.timings().queryMedianMicros(), 3);
    private static final Figured BUILD =
            Figured.of("build, MB/s", outcome -> outcome.timings().buildMegabytesPerSecond(), 3);

    private CostFigures() {}

    static List<Figure> of(Section section) {
        List<Figure> figures = new ArrayList<>();
        Scatter.of("Query time by size of fingerprints", MINUTIAE, QUERY, section.outcomes())
                .ifPresent(plot -> figures.add(new Figure(
                        section.file("query-by-minutiae"),
                        plot,
                        "The median time from a text in memory to its best 20 documents, with one thread while "
                                + "nothing else runs."
                                + " Lower is better. Minutiae per document is the mean number of (minutia, document) "
                                + "pairs that the"
                                + " index has for a document (resolution, HZ section 5).")));
        Scatter.of("Build speed by size of fingerprints", MINUTIAE, BUILD, schemes(section.outcomes()))
                .ifPresent(plot -> figures.add(new Figure(
                        section.file("build-by-minutiae"),
                        plot,
                        "From texts in memory to the durable index, with all threads, in 10\u2076 bytes of text per "
                                + "second. Higher is"
                                + " better. One point for each index.")));
        return figures;
    }

    /** Returns the first outcome of each index. */
    private static List<Outcome> schemes(List<Outcome> outcomes) {
        Map<String, Outcome> first = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            Configuration c = outcome.configuration();
            String index = c.scheme().map(Scheme::toJson).orElse(c.settings().toString());
            first.putIfAbsent(index, outcome);
        }
        return List.copyOf(first.values());
    }
}
