package io.whorl.lab.command;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.AlignmentOptions.Setting;
import io.whorl.lab.collection.CollectionReader;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.FigureTable;
import io.whorl.lab.model.LabException;
import io.whorl.lab.passage.AlignedPassages;
import io.whorl.lab.results.FigureTableFiles;
import io.whorl.lab.results.OutcomeFiles;
import io.whorl.lab.retrieval.CandidateTable;
import io.whorl.lab.retrieval.EndToEnd;
import io.whorl.lab.retrieval.OtherPairs;
import io.whorl.lab.retrieval.RetrievalLaboratory;
import io.whorl.lab.retrieval.RetrievalLaboratory.Bounds;
import io.whorl.lab.retrieval.RetrievalLaboratory.Outcome;
import io.whorl.lab.retrieval.Verdicts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Finds the sources of suspicious documents without being told the pairs. */
@Command(
        name = "retrieval",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Queries an index of all sources with each suspicious document, aligns it with the sources that"
                + " share chunks with it, and prints plagdet beside that with the pairs given, and how many documents"
                + " each test reports. The collection has the layout of PAN's text alignment task: src/, susp/,"
                + " pairs.tsv and passages.tsv.",
        footerHeading = "%nExample:%n",
        footer = "  java -jar lab.jar retrieval --collection pan13-train.tar.gz --language english --out results")
final class RetrievalCommand extends LabCommand {
    @Option(
            names = "--collection",
            required = true,
            paramLabel = "DIR|ARCHIVE",
            description = "The documents and their annotations.")
    private Path collection;

    @Option(
            names = "--least-shared",
            paramLabel = "N",
            defaultValue = "2",
            description = "Aligns sources that share at least N chunks (default: ${DEFAULT-VALUE}).")
    private int leastShared;

    @Option(
            names = "--most",
            paramLabel = "N",
            defaultValue = "100",
            description = "Aligns the best N sources of a document, by shared chunks and by weight (default:"
                    + " ${DEFAULT-VALUE}).")
    private int most;

    @Option(
            names = "--every",
            paramLabel = "N",
            defaultValue = "1",
            description = "Takes only every N-th suspicious document (default: ${DEFAULT-VALUE}).")
    private int every;

    @Option(
            names = "--setting",
            paramLabel = "NAME",
            defaultValue = "general",
            description = "general or pan13 (default: ${DEFAULT-VALUE}).")
    private Setting setting;

    @Option(
            names = "--language",
            paramLabel = "NAME",
            defaultValue = AlignmentOptions.AUTO,
            description = "The language of the texts; auto recognises it (default: ${DEFAULT-VALUE}).")
    private String language;

    @Override
    void measure(PrintWriter table) throws IOException {
        Aligner aligner;
        Bounds bounds;
        try {
            aligner = Aligner.of(AlignmentOptions.builder()
                    .setting(setting)
                    .language(language)
                    .build());
            bounds = new Bounds(leastShared, most, every);
        } catch (IllegalArgumentException e) {
            throw new LabException(e.getMessage(), e);
        }
        OutcomeFiles.check(out);
        try (Texts texts = CollectionReader.read(collection, this::report)) {
            AlignedPassages annotations = AlignedPassages.read(collection, texts);
            Outcome outcome = new RetrievalLaboratory(texts, annotations, aligner, bounds, threads()).run();
            List<FigureTable> tables = List.of(
                    EndToEnd.table(outcome, EndToEnd.rules(bounds)),
                    Verdicts.table(outcome, Verdicts.tests()),
                    OtherPairs.table(outcome, texts),
                    CandidateTable.table(outcome));
            FigureTableFiles.write(out, tables);
            // The other tables are long, and only in files.
            tables.subList(0, 2).forEach(each -> table.println(FigureTableFiles.markdown(each)));
        }
    }
}
