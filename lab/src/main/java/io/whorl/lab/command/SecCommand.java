package io.whorl.lab.command;

import io.whorl.lab.collection.CollectionReader;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.FigureTable;
import io.whorl.lab.results.FigureTableFiles;
import io.whorl.lab.results.OutcomeFiles;
import io.whorl.lab.security.SecurityLaboratory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how many changed words evade each strategy. */
@Command(
        name = "sec",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures the security of each strategy, SEC(o, r) of COPS 3.3: how many words of a copy must"
                + " change before the test does not recognise it, with and without knowledge of the seed, and against"
                + " a family of tests. Tables go to standard output as Markdown and to --out as CSV.",
        footerHeading = "%nExample:%n",
        footer = "  java -jar lab.jar sec --collection linuxdocs-small.tar.gz --words 1000")
final class SecCommand extends LabCommand {
    @Option(
            names = "--collection",
            required = true,
            paramLabel = "DIR|ARCHIVE",
            description = "The documents: a directory, a tar or zip (may be compressed), or JSON lines.")
    private Path collection;

    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "Uses only documents whose id begins so.")
    private String prefix;

    @Option(
            names = "--words",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Documents are cut to N words, 100 to 100000, and shorter ones are left out (default:"
                    + " ${DEFAULT-VALUE}).")
    private int words;

    @Option(
            names = "--draw",
            paramLabel = "N",
            defaultValue = "50",
            description = "Documents to draw (default: ${DEFAULT-VALUE}).")
    private int draw;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The random seed for drawing documents and tests (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    void measure(PrintWriter table) throws IOException {
        OutcomeFiles.check(out);
        try (Texts texts = CollectionReader.read(collection, this::report)) {
            List<FigureTable> tables =
                    new SecurityLaboratory(texts, prefix, draw, words, seed, threads(), this::report).tables();
            FigureTableFiles.write(out, tables);
            tables.forEach(each -> table.println(FigureTableFiles.markdown(each)));
        }
    }
}
