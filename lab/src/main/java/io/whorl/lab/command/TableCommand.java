package io.whorl.lab.command;

import io.whorl.lab.collection.Texts;
import io.whorl.lab.results.OutcomeFiles;
import io.whorl.lab.table.FigureTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * A command that makes tables of a collection. They go to standard output as Markdown and to {@code --out} as CSV. The
 * options are checked first, then the folder for the results, and then the collection is read.
 */
abstract class TableCommand extends LabCommand {
    /** Makes the tables. Options are not checked here, because reading the collection takes time. */
    interface Experiment {
        List<FigureTable> tables(Texts texts) throws IOException;
    }

    /** Checks the options. */
    abstract Experiment experiment();

    abstract Path collection();

    /** Returns how many of the tables are printed; the others are only files. */
    int printed() {
        return Integer.MAX_VALUE;
    }

    @Override
    void measure(PrintWriter table) throws IOException {
        Experiment experiment = experiment();
        OutcomeFiles.check(out);
        try (Texts texts = Texts.read(collection(), this::report)) {
            print(table, experiment.tables(texts));
        }
    }

    final void print(PrintWriter table, List<FigureTable> tables) throws IOException {
        FigureTable.write(out, tables);
        tables.stream().limit(printed()).forEach(each -> table.println(each.markdown()));
    }
}
