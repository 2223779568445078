package io.whorl.lab.run;

import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.collection.Tsv;
import io.whorl.lab.files.Folders;
import io.whorl.lab.files.Folders.Scratch;
import io.whorl.lab.files.LabException;
import io.whorl.lab.files.Parallel;
import io.whorl.lab.run.Judge.Ranking;
import io.whorl.lab.run.LabIndex.Searcher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures a grid on documents with known sources: each document queries an index of the whole collection.
 *
 * @param threads 1 to 1,024; does not change the results
 */
public record SourceLaboratory(Texts texts, SourceTruth truth, int threads) {
    /** Returns the outcomes in the order of the grid. Alterations are ignored. */
    public List<SourceOutcome> run(Grid grid) throws IOException {
        try (Scratch scratch = Folders.scratch()) {
            List<SourceOutcome> outcomes = new ArrayList<>();
            for (Configuration configuration : grid.configurations()) {
                try (LabIndex built = LabIndex.build(configuration, texts, threads, scratch.resolve("index"))) {
                    Searcher index = built.searcher(configuration);
                    outcomes.add(new SourceOutcome(
                            configuration, Parallel.map(truth.rows(), threads, row -> score(index, row))));
                }
            }
            return outcomes;
        }
    }

    private SourceOutcome.Score score(Searcher index, SourceTruth.Row row) throws IOException {
        var matches = index.search(texts.text(row.file()), texts.size()).matches();
        double own = Ranking.score(matches, row.file()).orElse(0);
        double score = Ranking.score(matches, row.source()).orElse(0);
        return new SourceOutcome.Score(row.file(), row.category(), row.source(), own > 0 ? 100 * score / own : 0);
    }

    /** Documents that were written from a known source, such as the short answers of Clough and Stevenson (2011). */
    public record SourceTruth(List<Row> rows) {
        /**
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
                    .map(pair ->
                            new Row(pair.suspicious(), pair.cases() > 0 ? pair.category() : INNOCENT, pair.source()))
                    .toList());
        }

        /**
         * Reads a TSV with the columns file, category and source. Without a header the columns are in this order. A
         * document that is its own source is an original, and is left out.
         *
         * @throws LabException if a row lacks a field or names a file that is not in the collection, or if all
         *     documents are originals
         */
        public static SourceTruth read(Path tsv, Texts texts) throws IOException {
            Tsv table = Tsv.read(tsv);
            int file = table.column("file", 0);
            int category = table.column("category", 1);
            int source = table.column("source", 2);
            List<Row> rows = new ArrayList<>();
            List<String> missing = new ArrayList<>();
            for (Tsv.Row each : table.rows()) {
                Row row = new Row(
                        each.field(file, "file"), each.field(category, "category"), each.field(source, "source"));
                for (String id : List.of(row.file(), row.source())) {
                    if (!texts.holds(id)) {
                        missing.add(each.place() + " '" + id + "'");
                    }
                }
                if (!row.file().equals(row.source())) {
                    rows.add(row);
                }
            }
            Tsv.checkFiles(tsv, missing, texts);
            if (rows.isEmpty()) {
                throw new LabException(tsv + " has no document with a source other than itself");
            }
            return new SourceTruth(rows);
        }
    }
}
