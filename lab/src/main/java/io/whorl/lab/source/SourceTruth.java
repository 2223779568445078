package io.whorl.lab.source;

import io.whorl.lab.collection.MissingFiles;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.collection.Tsv;
import io.whorl.lab.model.LabException;
import io.whorl.lab.passage.AlignedPassages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Documents that were written from a known source, such as the short answers of Clough and Stevenson (2011).
 *
 * @param rows in the order of the table, at least one
 */
public record SourceTruth(List<Row> rows) {
    /**
     * @param file the document
     * @param category how much of the source it contains, such as cut, light, heavy or non
     * @param source the document from which it was, or could have been, written
     */
    public record Row(String file, String category, String source) {}

    /** The category of {@link #of} for documents that take nothing from the source. */
    public static final String INNOCENT = "non";

    public SourceTruth {
        rows = List.copyOf(rows);
    }

    /**
     * Returns the pairs of a collection with the layout of PAN's text alignment task. A pair without a case is
     * innocent, whatever its category: most pairs of PAN's summaries have none.
     */
    public static SourceTruth of(AlignedPassages annotations) {
        return new SourceTruth(annotations.pairs().stream()
                .map(pair -> new Row(pair.suspicious(), pair.cases() > 0 ? pair.category() : INNOCENT, pair.source()))
                .toList());
    }

    /**
     * Reads a TSV with the columns file, category and source. Without a header the columns are in this order. A
     * document that is its own source is an original, and is left out.
     *
     * @throws LabException if a row lacks a field or names a file that is not in the collection, or if all documents
     *     are originals
     */
    public static SourceTruth read(Path tsv, Texts texts) throws IOException {
        Tsv table = Tsv.read(tsv);
        int file = table.column("file", 0);
        int category = table.column("category", 1);
        int source = table.column("source", 2);
        List<Row> rows = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (Tsv.Row each : table.rows()) {
            Row row = new Row(each.field(file, "file"), each.field(category, "category"), each.field(source, "source"));
            for (String id : List.of(row.file(), row.source())) {
                if (!texts.holds(id)) {
                    missing.add(each.place() + " '" + id + "'");
                }
            }
            if (!row.file().equals(row.source())) {
                rows.add(row);
            }
        }
        MissingFiles.check(tsv, missing, texts);
        if (rows.isEmpty()) {
            throw new LabException(tsv + " has no document with a source other than itself");
        }
        return new SourceTruth(rows);
    }
}
