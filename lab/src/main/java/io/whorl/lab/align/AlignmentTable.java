package io.whorl.lab.align;

import io.whorl.lab.align.AlignmentLaboratory.Row;
import io.whorl.lab.model.FigureTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
            "false detections");

    private final List<List<String>> rows = new ArrayList<>();

    /** Adds the rows of an aligner. Categories without cases have no figures but those of detections. */
    public void add(String aligner, List<Row> of) {
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
                    Integer.toString(plagdet.falseDetections())));
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
                        "A false detection overlaps no case."));
    }
}
