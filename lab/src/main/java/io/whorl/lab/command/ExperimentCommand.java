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

/** Makes a paper's experiment again. */
@Command(
        name = "experiment",
        mixinStandardHelpOptions = true,
        description = {
            "Makes a paper's experiment again, on a collection of yours or on the one it is usually made on here.",
            "ferret: trigrams, thresholds and doctored files (LMD tables 3 to 7).",
            "sketches: errors of resemblance estimated from sketches (BGMZ 3).",
            "cops: affinity, noise and sampling (COPS tables 2 and 3, figures 5 to 7).",
            "Tables go to standard output, as Markdown, and to --out, as CSV."
        })
final class ExperimentCommand extends LabCommand {
    /** The experiments, and what each is made on where no collection is named. */
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

    /** The Federalist Papers that LMD did not use (LMD 6.3), by their names in the folder of collections. */
    private static final Set<String> NOT_LMD =
            Set.of("federalist_02.txt", "federalist_03.txt", "federalist_04.txt", "federalist_05.txt");

    @Parameters(index = "0", paramLabel = "NAME", description = "${COMPLETION-CANDIDATES}, in small letters too.")
    private Name name;

    @Option(
            names = "--collection",
            paramLabel = "DIR|ARCHIVE",
            description = "The documents: a directory, tar, zip (also compressed), or lines of JSON.")
    private Optional<Path> collection;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = DataFolder.AUTO,
            description =
                    "The folder of collections, used without --collection (default: WHORL_DATA, or shared/data beside"
                            + " or above the working directory).")
    private String data;

    @Option(names = "--groups", paramLabel = "TSV", description = "cops: which belong together: file, tab, group.")
    private Optional<Path> groups;

    @Option(
            names = "--without",
            paramLabel = "ID",
            split = ",",
            description = "ferret: documents to be left out in a second column.")
    private Set<String> without = Set.of();

    @Option(
            names = "--pairs",
            paramLabel = "N",
            defaultValue = "2000",
            description = "sketches: pairs drawn at the most (default: ${DEFAULT-VALUE}).")
    private int pairs;

    @Option(
            names = "--permutations",
            paramLabel = "N",
            defaultValue = "5",
            description = "sketches: permutations that each pair is estimated by (default: ${DEFAULT-VALUE}).")
    private int permutations;

    @Option(
            names = "--draw",
            paramLabel = "N",
            defaultValue = "100",
            description = "cops: documents asked for in the figures, one of a group (default: ${DEFAULT-VALUE}).")
    private int draw;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Of drawing (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    void measure(PrintWriter table) throws IOException {
        OutcomeFiles.check(out);
        try (Texts texts = CollectionReader.read(collection.orElseGet(() -> usual(name.documents)), this::tell)) {
            tell(texts.size() + " documents");
            List<FigureTable> tables =
                    switch (name) {
                        case FERRET -> Experiments.ferret(texts, collection.isPresent() ? without : NOT_LMD);
                        case SKETCHES -> Experiments.sketches(texts, pairs, permutations, seed, threads());
                        case COPS ->
                            Experiments.cops(texts, Groups.read(groups(), texts), draw, seed, threads(), this::tell);
                    };
            FigureTableFiles.write(out, tables);
            tables.forEach(each -> table.println(FigureTableFiles.markdown(each)));
        }
    }

    private Path groups() {
        if (groups.isEmpty() && collection.isPresent()) {
            throw new LabException("cops needs to know which documents belong together; name a table by --groups");
        }
        return groups.orElseGet(() -> usual(name.groups));
    }

    private Path usual(String file) {
        return DataFolder.file(data, file)
                .orElseThrow(() -> new LabException("there is no " + file
                        + " in the folder of collections; name the folder by --data, or a collection by --collection"));
    }
}
