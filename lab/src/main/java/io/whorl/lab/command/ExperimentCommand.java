package io.whorl.lab.command;

import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.CopsNoise;
import io.whorl.lab.experiment.CopsSampling;
import io.whorl.lab.experiment.Ferret;
import io.whorl.lab.experiment.Sketches;
import io.whorl.lab.files.DataFolder;
import io.whorl.lab.model.LabException;
import io.whorl.lab.table.FigureTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Repeats an experiment of a paper. */
@Command(name = "experiment", mixinStandardHelpOptions = true, sortOptions = false)
final class ExperimentCommand extends TableCommand {
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

    @Parameters(index = "0", paramLabel = "NAME")
    private Name name;

    @Option(names = "--collection", paramLabel = "DIR|ARCHIVE")
    private Optional<Path> collection;

    @Option(names = "--data", paramLabel = "DIR", defaultValue = DataFolder.AUTO)
    private String data;

    @Option(names = "--groups", paramLabel = "TSV")
    private Optional<Path> groups;

    @Option(names = "--without", paramLabel = "ID", split = ",")
    private Set<String> without = Set.of();

    @Option(names = "--pairs", paramLabel = "N", defaultValue = "2000")
    private int pairs;

    @Option(names = "--permutations", paramLabel = "N", defaultValue = "5")
    private int permutations;

    @Option(names = "--draw", paramLabel = "N", defaultValue = "100")
    private int draw;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1")
    private long seed;

    @Override
    Path collection() {
        return collection.orElseGet(() -> standard(name.documents));
    }

    @Override
    Experiment experiment() {
        return texts -> {
            report(texts.size() + " documents");
            return switch (name) {
                case FERRET -> Ferret.tables(texts, collection.isPresent() ? without : NOT_LMD);
                case SKETCHES -> List.of(Sketches.table(texts, pairs, permutations, seed, threads()));
                case COPS -> cops(texts, Groups.read(groups(), texts));
            };
        };
    }

    private List<FigureTable> cops(Texts texts, Groups known) throws IOException {
        if (draw < 1) {
            throw new LabException("draw is " + draw + "; it must be 1 or more");
        }
        // Sampling is first, because it is the fastest and most likely to fail.
        List<FigureTable> sampling = CopsSampling.tables(texts, known.draw(draw, 2, seed), seed);
        List<FigureTable> tables = new ArrayList<>(CopsNoise.tables(texts, known, threads(), this::report));
        tables.addAll(sampling);
        return tables;
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
