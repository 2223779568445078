package io.whorl.lab.report;

import io.whorl.lab.source.SourceSummary;
import java.util.ArrayList;
import java.util.List;

/** The columns of a table on documents with known sources. */
final class SourceColumns {
    private SourceColumns() {}

    /** @param rows at least one; all have the same categories */
    static List<Column<SourceSummary>> of(List<SourceSummary> rows) {
        List<Column<SourceSummary>> columns = new ArrayList<>();
        for (String category : rows.get(0).byCategory().keySet()) {
            columns.add(new Column<>(
                    category + " %",
                    "mean score of the source for documents of category " + category
                            + ", in percent of the document against itself",
                    s -> Cell.fixed(s.byCategory().get(category).mean(), 1)));
        }
        columns.add(new Column<>(
                "categories correct",
                "share of documents whose category follows from their score, with the best cuts between categories",
                s -> Cell.fixed(s.correct(), 3)));
        columns.add(new Column<>(
                "cross-validated",
                "the same with, for each document, the cuts that are best for the other documents",
                s -> Cell.fixed(s.correctCrossValidated(), 3)));
        columns.add(new Column<>(
                "plagiarised correct",
                "share of documents classified correctly as plagiarised or not, by the best threshold",
                s -> Cell.fixed(1 - s.best().error().orElse(1), 3)));
        columns.add(
                new Column<>("at %", "that threshold", s -> Cell.fixed(s.best().threshold(), 2)));
        columns.add(new Column<>(
                "area",
                "area under the ROC curve: the chance that a plagiarised document scores higher than one that is not",
                s -> Cell.fixed(s.area(), 3)));
        for (int i = 0; i < SourceSummary.ALARMS.size(); i++) {
            int at = i;
            String alarms = Math.round(100 * SourceSummary.ALARMS.get(i)) + " %";
            columns.add(new Column<>(
                    "found at " + alarms,
                    "share of the plagiarised documents found at " + alarms + " false alarms",
                    s -> Cell.fixed(s.found().get(at), 3)));
        }
        return columns;
    }
}
