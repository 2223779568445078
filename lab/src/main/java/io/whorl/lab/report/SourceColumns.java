package io.whorl.lab.report;

import io.whorl.lab.source.SourceSummary;
import java.util.ArrayList;
import java.util.List;

/** What is shown of documents that were written from sources. */
final class SourceColumns {
    private SourceColumns() {}

    /** @param rows at least one, all of the same categories */
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
                "categories told",
                "share of documents whose category the best cuts on the score tell",
                s -> Cell.fixed(s.told(), 3)));
        columns.add(new Column<>(
                "by the others",
                "the same, each document by the cuts that are best for the others",
                s -> Cell.fixed(s.toldByOthers(), 3)));
        columns.add(new Column<>(
                "plagiarised told",
                "share of documents told plagiarised or not rightly, by the best threshold",
                s -> Cell.fixed(1 - s.best().error().orElse(1), 3)));
        columns.add(
                new Column<>("at %", "that threshold", s -> Cell.fixed(s.best().threshold(), 2)));
        columns.add(new Column<>(
                "area",
                "area under the ROC curve: chance that a plagiarised document scores more than one that" + " is not",
                s -> Cell.fixed(s.area(), 3)));
        for (int i = 0; i < SourceSummary.ALARMS.size(); i++) {
            int at = i;
            String alarms = Math.round(100 * SourceSummary.ALARMS.get(i)) + " %";
            columns.add(new Column<>(
                    "found at " + alarms,
                    "share of the plagiarised that is found where " + alarms
                            + " of the others are taken for plagiarised",
                    s -> Cell.fixed(s.found().get(at), 3)));
        }
        return columns;
    }
}
