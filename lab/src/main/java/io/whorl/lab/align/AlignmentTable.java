package io.whorl.lab.align;

import io.whorl.lab.align.AlignmentLaboratory.Row;
import io.whorl.lab.model.FigureTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The table of the command {@code align}: a row for each aligner and category. */
public final class AlignmentTable {
    private static final List<String> COLUMNS = List.of(
            "aligner",
            "category",
            "pairs",
            "cases",
            "plagdet",
            "recall",
            "precision",
            "granularity",
            "detections",
            "false detections",
            "ms a pair",
            "seeds per kB");

    private final List<List<String>> rows = new ArrayList<>();

    /**
     * Adds the rows of an aligner. Categories without cases have no figures but those of detections.
     *
     * @param seedsPerKilobyte seeds that are kept for each 1,000 bytes of text, if they were counted
     */
    public void add(String aligner, List<Row> of, OptionalDouble seedsPerKilobyte) {
        for (Row row : of) {
            Plagdet plagdet = row.plagdet();
            boolean hasCases = plagdet.cases() > 0;
            rows.add(List.of(
                    aligner,
                    row.category(),
                    Integer.toString(row.pairs()),
                    Integer.toString(plagdet.cases()),
                    text(hasCases, plagdet.score()),
                    text(hasCases, plagdet.recall()),
                    text(hasCases, plagdet.precision()),
                    text(hasCases, plagdet.granularity()),
                    Integer.toString(plagdet.detections()),
                    Integer.toString(plagdet.falseDetections()),
                    String.format(Locale.ROOT, "%.2f", row.millis()),
                    seedsPerKilobyte.isEmpty()
                            ? ""
                            : String.format(Locale.ROOT, "%.1f", seedsPerKilobyte.getAsDouble())));
        }
    }

    private static String text(boolean hasCases, double figure) {
        return hasCases ? String.format(Locale.ROOT, "%.4f", figure) : "";
    }

    public FigureTable table() {
        return new FigureTable(
                "align",
                "Detected passages",
                COLUMNS,
                rows,
                List.of(
                        "plagdet, recall, precision and granularity are macro-averages (Potthast et al. 2010).",
                        "A false detection overlaps no case.",
                        "ms a pair is processor time, reading the words included."));
    }
}
