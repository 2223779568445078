package io.whorl.lab.command;

import io.whorl.lab.collection.CollectionReader;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.Experiments;
import io.whorl.lab.files.DataFolder;
import io.whorl.lab.model.FigureTable;
import io.whorl.lab.model.LabException;
import io.whorl.lab.results.FigureTableFiles;
import io.whorl.lab.results.OutcomeFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Repeats an experiment of a paper. */
@Command(
        name = "experiment",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Repeats an experiment of a paper on your own collection or on the default one:",
            "ferret: trigrams, thresholds and doctored files (LMD tables 3 to 7);",
            "sketches: the error of resemblance estimated from sketches (BGMZ 3);",
            "cops: affinity, noise and sampling (COPS tables 2 and 3, figures 5 to 7).",
            "Tables go to standard output as Markdown and to --out as CSV."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar lab.jar experiment ferret --data shared/data",
            "  java -jar lab.jar experiment cops --collection docs --groups groups.tsv"
        })
final class ExperimentCommand extends LabCommand {
    /** The experiments, and the default collection of each. */
    enum Name {
        FERRET("federalist/docs", ""),
        SKETCHES("linuxdocs-small.tar.gz", ""),
        COPS("linuxdocs-small.tar.gz", "linuxdocs-small.tsv");

        private final String documents;
        private final String groups;

        Name(String documents, String groups) {
            this.documents = documents;
            this.groups = groups;
        }
    }

    /** File names of the Federalist Papers that LMD did not use (LMD 6.3). */
    private static final Set<String> NOT_LMD =
            Set.of("federalist_02.txt", "federalist_03.txt", "federalist_04.txt", "federalist_05.txt");

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "One of ${COMPLETION-CANDIDATES}; lower case also works.")
    private Name name;

    @Option(
            names = "--collection",
            paramLabel = "DIR|ARCHIVE",
            description = "The documents: a directory, a tar or zip (may be compressed), or JSON lines.")
    private Optional<Path> collection;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = DataFolder.AUTO,
            description =
                    "The folder of the default collections (default: that of the environment variable WHORL_DATA).")
    private String data;

    @Option(
            names = "--groups",
            paramLabel = "TSV",
            description = "cops: the groups, a table of file and group, separated by tabs.")
    private Optional<Path> groups;

    @Option(
            names = "--without",
            paramLabel = "ID",
            split = ",",
            description = "ferret: documents to leave out in an extra column, separated by commas.")
    private Set<String> without = Set.of();

    @Option(
            names = "--pairs",
            paramLabel = "N",
            defaultValue = "2000",
            description = "sketches: the maximum number of pairs to draw (default: ${DEFAULT-VALUE}).")
    private int pairs;

    @Option(
            names = "--permutations",
            paramLabel = "N",
            defaultValue = "5",
            description = "sketches: permutations for each pair (default: ${DEFAULT-VALUE}).")
    private int permutations;

    @Option(
            names = "--draw",
            paramLabel = "N",
            defaultValue = "100",
            description = "cops: queries for the figures, at most one from a group (default: ${DEFAULT-VALUE}).")
    private int draw;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The random seed for drawing (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    void measure(PrintWriter table) throws IOException {
        OutcomeFiles.check(out);
        try (Texts texts = CollectionReader.read(collection.orElseGet(() -> standard(name.documents)), this::report)) {
            report(texts.size() + " documents");
            List<FigureTable> tables =
                    switch (name) {
                        case FERRET -> Experiments.ferret(texts, collection.isPresent() ? without : NOT_LMD);
                        case SKETCHES -> Experiments.sketches(texts, pairs, permutations, seed, threads());
                        case COPS ->
                            Experiments.cops(texts, Groups.read(groups(), texts), draw, seed, threads(), this::report);
                    };
            FigureTableFiles.write(out, tables);
            tables.forEach(each -> table.println(FigureTableFiles.markdown(each)));
        }
    }

    private Path groups() {
        if (groups.isEmpty() && collection.isPresent()) {
            throw new LabException("experiment cops needs groups; add --groups TSV");
        }
        return groups.orElseGet(() -> standard(name.groups));
    }

    private Path standard(String file) {
        return DataFolder.file(data, file)
                .orElseThrow(() -> new LabException(file
                        + " is not in the folder of collections; name the folder with --data, or a "
                        + "collection with --collection"));
    }
}
