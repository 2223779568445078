package io.whorl.lab.cluster;

import io.whorl.lab.model.FigureTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of the command {@code clusters}: a row for each system, link and threshold. */
public final class ClusterTable {
    private static final List<String> COLUMNS = List.of(
            "system",
            "link",
            "threshold",
            "precision",
            "recall",
            "F1",
            "adjusted Rand",
            "largest",
            "joined pairs",
            "wrong pairs");

    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a row for each of these. */
    public void add(List<ClusterLaboratory.Row> of) {
        for (ClusterLaboratory.Row row : of) {
            ClusterQuality quality = row.quality();
            rows.add(List.of(
                    row.system(),
                    row.link(),
                    String.format(Locale.ROOT, "%.2f", row.minScore()),
                    share(quality.precision()),
                    share(quality.recall()),
                    share(quality.f1()),
                    share(quality.adjustedRand()),
                    Integer.toString(quality.largest()),
                    Long.toString(quality.joined()),
                    Long.toString(quality.wrong())));
        }
    }

    private static String share(double figure) {
        return String.format(Locale.ROOT, "%.4f", figure);
    }

    /** The table, with the size of the collection in its notes. */
    public FigureTable table(int documents, long groups) {
        return new FigureTable(
                "clusters",
                "Clusters of " + documents + " documents in " + groups + " groups",
                COLUMNS,
                rows,
                List.of(
                        "Precision, recall and F1 are B-cubed. The adjusted Rand index is 0 by chance.",
                        "A joined pair is two documents of one cluster; it is wrong if they are of different groups.",
                        "Clusters of a rival join each document with its best 500 matches.",
                        "Candidates share a band of a MinHash signature; their scores are not checked."));
    }
}
