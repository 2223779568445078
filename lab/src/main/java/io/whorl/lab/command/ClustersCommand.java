package io.whorl.lab.command;

import io.whorl.cluster.ClusterOptions;
import io.whorl.lab.cluster.ClusterLaboratory;
import io.whorl.lab.cluster.ClusterTable;
import io.whorl.lab.cluster.JudgedClusters;
import io.whorl.lab.cluster.MadeCollection;
import io.whorl.lab.collection.CollectionReader;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.FigureTable;
import io.whorl.lab.model.LabException;
import io.whorl.lab.model.Rival;
import io.whorl.lab.results.FigureTableFiles;
import io.whorl.lab.results.OutcomeFiles;
import io.whorl.lab.rival.Documents;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Judges clusters by known groups. */
@Command(
        name = "clusters",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Makes clusters of a collection by stars and by components, and of the pairs that rivals find, and"
                        + " prints how well they agree with known groups: B-cubed precision and recall, and"
                        + " adjusted Rand.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar lab.jar clusters --collection docs --groups groups.tsv --thresholds 0.2,0.3",
            "  java -jar lab.jar clusters --made templated --documents 10000"
        })
final class ClustersCommand extends LabCommand {
    private static final int MOST_DOCUMENTS = 1_000_000;
    private static final List<Rival> RIVALS = List.of(
            Rival.JAVA_LSH_MINHASH, Rival.HASH4J_SUPERMINHASH, Rival.LUCENE_MINHASH, Rival.LUCENE_MORE_LIKE_THIS);

    @ArgGroup(multiplicity = "1")
    private Input input;

    /** Exactly one of them. */
    private static final class Input {
        @Option(
                names = "--collection",
                paramLabel = "DIR|ARCHIVE",
                description = "The documents: a directory, a tar or zip (may be compressed), or JSON lines. Needs"
                        + " --groups.")
        private Path collection;

        @Option(
                names = "--made",
                paramLabel = "KIND",
                description = "Makes the documents: templated (different content in one of five templates, which is"
                        + " 60 %% of each document) or chains (each document changes 15 %% of the one before).")
        private Kind made;

        @Option(
                names = "--clusters",
                paramLabel = "FILE",
                description =
                        "Judges clusters instead of making them: JSON lines that whorl clusters has written. Needs"
                                + " --groups, with a header.")
        private Path clusters;
    }

    private enum Kind {
        TEMPLATED,
        CHAINS
    }

    @Option(
            names = "--groups",
            paramLabel = "TSV",
            description = "The groups of --collection: a table of file and group, separated by tabs.")
    private Path groups;

    @Option(
            names = "--documents",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Documents that --made makes, 1 to 1000000 (default: ${DEFAULT-VALUE}).")
    private int made;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The random seed of --made (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--thresholds",
            paramLabel = "X",
            split = ",",
            defaultValue = "0.1,0.2,0.3,0.4,0.5",
            description = "The thresholds, more than 0 and up to 1 (default: ${DEFAULT-VALUE}).")
    private List<Double> thresholds;

    @Option(names = "--no-rivals", description = "Leaves out the rivals.")
    private boolean noRivals;

    @Option(
            names = "--measure",
            paramLabel = "M",
            description = "The measure of Whorl's clusters with full fingerprints: resemblance or weighted_resemblance"
                    + " (default: weighted_resemblance).")
    private Measure measure = ClusterOptions.DEFAULT.measure();

    @Option(
            names = "--max-df",
            paramLabel = "N",
            description = "Ignores minutiae of more documents, with full fingerprints (default: that of clusters).")
    private long maxDf = ClusterOptions.DEFAULT.maxDf();

    @Option(
            names = "--common-df",
            paramLabel = "N",
            description = "Leaves minutiae of more documents out of documents that do not mostly consist of them, with"
                    + " full fingerprints (default: that of clusters).")
    private long commonDf = ClusterOptions.DEFAULT.commonDf();

    @Option(
            names = "--super-shingles",
            paramLabel = "N",
            description = "Compares only documents that share one of N super shingles, with full fingerprints"
                    + " (default: all).")
    private int superShingles;

    @Option(
            names = "--series-prefix",
            paramLabel = "SEPARATOR",
            description = "Also leaves out the templates of series, which are the ids before a separator.")
    private String seriesPrefix;

    @Override
    void measure(PrintWriter table) throws IOException {
        if (made < 1 || made > MOST_DOCUMENTS) {
            throw new LabException("--documents is " + made + "; it must be from 1 to " + MOST_DOCUMENTS);
        }
        for (double threshold : thresholds) {
            if (!(threshold > 0 && threshold <= 1)) {
                throw new LabException("--thresholds has " + threshold + "; each must be more than 0 and up to 1");
            }
        }
        OutcomeFiles.check(out);
        if (input.clusters != null) {
            if (groups == null) {
                throw new LabException("--clusters needs known groups; add --groups TSV");
            }
            FigureTable figures = JudgedClusters.read(input.clusters, groups).table();
            FigureTableFiles.write(out, List.of(figures));
            table.println(FigureTableFiles.markdown(figures));
            return;
        }
        if (input.made != null) {
            MadeCollection collection = input.made == Kind.TEMPLATED
                    ? MadeCollection.templated(made, seed)
                    : MadeCollection.chains(made, seed);
            judge(collection.documents(), collection.groups(), table);
            return;
        }
        if (groups == null) {
            throw new LabException("--collection needs known groups; add --groups TSV");
        }
        try (Texts texts = CollectionReader.read(input.collection, this::report)) {
            judge(texts::forEach, groups(texts), table);
        }
    }

    /** A document without a group is a group of its own. */
    private Map<String, String> groups(Texts texts) throws IOException {
        Groups known = Groups.read(groups, texts);
        Map<String, String> all = new HashMap<>();
        texts.ids()
                .forEach(id ->
                        all.put(id, known.groupOf(id).map(g -> "group " + g).orElse("document " + id)));
        return all;
    }

    private void judge(Documents documents, Map<String, String> of, PrintWriter table) throws IOException {
        ClusterLaboratory laboratory = new ClusterLaboratory(documents, of, threads());
        ClusterTable rows = new ClusterTable();
        ClusterOptions plain = ClusterOptions.DEFAULT.toBuilder()
                .measure(measure)
                .maxDf(maxDf)
                .commonDf(commonDf)
                .superShingles(superShingles)
                .build();
        Scheme preset = Preset.NEAR_DUPLICATES.scheme().build();
        report("whorl with the preset near-duplicates");
        rows.add(laboratory.whorl("near-duplicates", preset, ClusterOptions.DEFAULT, thresholds));
        report("whorl with full fingerprints");
        rows.add(laboratory.whorl("full", Scheme.builder().build(), plain, thresholds));
        if (seriesPrefix != null) {
            report("whorl without templates");
            ClusterOptions without = plain.toBuilder()
                    .templates(Templates.of(Series.prefix(seriesPrefix)))
                    .build();
            rows.add(laboratory.whorl("full, no templates", Scheme.builder().build(), without, thresholds));
        }
        if (!noRivals) {
            for (Rival rival : RIVALS) {
                report(rival.label());
                rows.add(laboratory.rival(rival, thresholds));
            }
            report("bands of MinHash signatures");
            rows.add(laboratory.bands(thresholds));
        }
        FigureTable figures = rows.table(of.size(), new HashSet<>(of.values()).size());
        FigureTableFiles.write(out, List.of(figures));
        table.println(FigureTableFiles.markdown(figures));
    }
}
