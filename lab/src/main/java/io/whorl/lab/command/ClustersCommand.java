package io.whorl.lab.command;

import io.whorl.cluster.ClusterOptions;
import io.whorl.lab.cluster.ClusterLaboratory;
import io.whorl.lab.cluster.ClusterLaboratory.Row;
import io.whorl.lab.cluster.JudgedClusters;
import io.whorl.lab.cluster.MadeCollection;
import io.whorl.lab.collection.Documents;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.LabException;
import io.whorl.lab.model.Rival;
import io.whorl.lab.results.OutcomeFiles;
import io.whorl.lab.table.FigureTable;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Judges clusters by known groups. */
@Command(name = "clusters", mixinStandardHelpOptions = true, sortOptions = false)
final class ClustersCommand extends TableCommand {
    private static final int MOST_DOCUMENTS = 1_000_000;
    private static final List<Rival> RIVALS = List.of(
            Rival.JAVA_LSH_MINHASH, Rival.HASH4J_SUPERMINHASH, Rival.LUCENE_MINHASH, Rival.LUCENE_MORE_LIKE_THIS);

    @ArgGroup(multiplicity = "1")
    private Input input;

    /** Exactly one of them. */
    private static final class Input {
        @Option(names = "--collection", paramLabel = "DIR|ARCHIVE")
        private Path collection;

        @Option(names = "--made", paramLabel = "KIND")
        private Kind made;

        @Option(names = "--clusters", paramLabel = "FILE")
        private Path clusters;
    }

    private enum Kind {
        TEMPLATED,
        CHAINS
    }

    @Option(names = "--groups", paramLabel = "TSV")
    private Path groups;

    @Option(names = "--documents", paramLabel = "N", defaultValue = "10000")
    private int made;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1")
    private long seed;

    @Option(names = "--thresholds", paramLabel = "X", split = ",", defaultValue = "0.1,0.2,0.3,0.4,0.5")
    private List<Double> thresholds;

    @Option(names = "--no-rivals")
    private boolean noRivals;

    @Option(names = "--measure", paramLabel = "M")
    private Measure measure = ClusterOptions.DEFAULT.measure();

    @Option(names = "--max-df", paramLabel = "N")
    private long maxDf = ClusterOptions.DEFAULT.maxDf();

    @Option(names = "--common-df", paramLabel = "N")
    private long commonDf = ClusterOptions.DEFAULT.commonDf();

    @Option(names = "--super-shingles", paramLabel = "N")
    private int superShingles;

    @Option(names = "--series-prefix", paramLabel = "SEPARATOR")
    private String seriesPrefix;

    @Override
    Path collection() {
        return input.collection;
    }

    @Override
    Experiment experiment() {
        return texts -> judge(texts, groups(texts));
    }

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
        if (input.made == null && groups == null) {
            throw new LabException(
                    (input.clusters == null ? "--collection" : "--clusters") + " needs known groups; add --groups TSV");
        }
        if (input.collection != null) {
            super.measure(table);
            return;
        }
        OutcomeFiles.check(out);
        if (input.clusters != null) {
            print(table, List.of(JudgedClusters.read(input.clusters, groups).table()));
            return;
        }
        MadeCollection collection =
                input.made == Kind.TEMPLATED ? MadeCollection.templated(made, seed) : MadeCollection.chains(made, seed);
        print(table, judge(collection.documents(), collection.groups()));
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

    private List<FigureTable> judge(Documents documents, Map<String, String> of) throws IOException {
        ClusterLaboratory laboratory = new ClusterLaboratory(documents, of, thresholds, threads());
        List<Row> rows = new ArrayList<>();
        ClusterOptions plain = ClusterOptions.DEFAULT
                .measure(measure)
                .maxDf(maxDf)
                .commonDf(commonDf)
                .superShingles(superShingles);
        Scheme full = Scheme.builder().build();
        report("whorl with the preset near-duplicates");
        rows.addAll(laboratory.whorl(
                "near-duplicates", Preset.NEAR_DUPLICATES.scheme().build(), ClusterOptions.DEFAULT));
        report("whorl with full fingerprints");
        rows.addAll(laboratory.whorl("full", full, plain));
        if (seriesPrefix != null) {
            report("whorl without templates");
            Templates templates = Templates.of(Series.prefix(seriesPrefix));
            rows.addAll(laboratory.whorl("full, no templates", full, plain.templates(templates)));
        }
        if (!noRivals) {
            for (Rival rival : RIVALS) {
                report(rival.label());
                rows.addAll(laboratory.rival(rival));
            }
            report("bands of MinHash signatures");
            rows.addAll(laboratory.bands());
        }
        return List.of(laboratory.table(rows));
    }
}
