package io.whorl.cli.command;

import io.whorl.cli.console.Progress;
import io.whorl.cli.input.GivenDates;
import io.whorl.cli.option.Choices;
import io.whorl.cli.option.ClusteringOptions;
import io.whorl.cli.option.SeriesRule;
import io.whorl.cli.output.Amount;
import io.whorl.cli.report.IgnoredMinutiae;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes clusters of the similar documents of an index. */
@Command(
        name = "clusters",
        sortOptions = false,
        abbreviateSynopsis = true,
        header = "Makes clusters of the similar documents of an index.",
        description = {
            "%nA cluster is a star: each member was compared with the representative and scores enough. A table has a"
                    + " line for each cluster, JSON and TSV a record for each member."
        },
        exitCodeList = {HelpText.DONE, HelpText.FAILED, HelpText.WRONG_USAGE},
        footerHeading = HelpText.EXAMPLES,
        footer = {
            "  whorl clusters index --min-score 30%%",
            "  whorl clusters index --format json > clusters.jsonl",
            "  whorl clusters index --edges pairs.graphml"
        })
final class ClustersCommand extends Subcommand {
    @Parameters(paramLabel = "INDEX", description = HelpText.INDEX)
    private Path index;

    @Option(
            names = "--link",
            paramLabel = "RULE",
            converter = Choices.Links.class,
            completionCandidates = Choices.Links.class,
            description = "star: each member scores enough with the representative. components: a chain of pairs joins"
                    + " documents (default: star).")
    private ClusterOptions.Link link = ClusterOptions.Link.STAR;

    @Mixin
    private ClusteringOptions clustering;

    @Option(names = "--top", paramLabel = "N", description = "Show the N largest clusters, 1 or more (default: all).")
    private long top = Long.MAX_VALUE;

    @Option(
            names = "--edges",
            paramLabel = "FILE",
            description = "Also write all pairs that score enough, and the clusters of their documents, to FILE, which"
                    + " must end in .csv or .graphml (default: none).")
    private Path edges;

    @Override
    public Integer call() throws IOException {
        Optional<SeriesRule> rule = clustering.omissions().rule(usage());
        ClusterOptions options = clustering.checked(link, rule, whorl.threads(), usage());
        if (top < 1) {
            throw usage().error("--top is " + top + "; it must be 1 or more");
        }
        Optional<Path> dateFile = clustering.dates(usage());
        try (GivenDates dates = GivenDates.read(dateFile, console())) {
            return clusters(
                    dates.isPresent() ? options.toBuilder().dates(dates::date).build() : options, rule);
        }
    }

    private int clusters(ClusterOptions options, Optional<SeriesRule> rule) throws IOException {
        Optional<EdgeFile> edgeFile = edges == null ? Optional.empty() : Optional.of(EdgeFile.at(edges, usage()));
        LeftOutMinutiae leftOut = new LeftOutMinutiae(clustering.omissions(), rule, console());
        try (Snapshot snapshot = Snapshot.open(index)) {
            leftOut.check(snapshot);
            clustering
                    .preset()
                    .flatMap(preset -> PresetCheck.warning(preset, snapshot.scheme()))
                    .ifPresent(console()::warn);
            try (Clusters clusters = find(snapshot, options)) {
                new ClusterRecords(options, console()).print(clusters, top);
                summarise(clusters, options, leftOut);
                if (edgeFile.isPresent()) {
                    edgeFile.get().write(clusters);
                }
                clusters.removeWork();
            }
        }
        return DONE;
    }

    private Clusters find(Snapshot snapshot, ClusterOptions options) {
        try (Progress progress = console().progressOfDocuments("clusters", 2 * snapshot.documents())) {
            return snapshot.clusters(options, (done, total) -> progress.at(done));
        }
    }

    private void summarise(Clusters clusters, ClusterOptions options, LeftOutMinutiae leftOut) throws IOException {
        Clusters.Ignored ignored = clusters.ignored();
        IgnoredMinutiae.report(ignored.minutiae(), ignored.postings(), ignored.lists(), options.maxDf(), console());
        Clusters.Common common = clusters.common();
        leftOut.reportLimits(ignored.documents(), common.minutiae(), common.kept(), options.commonDf());
        leftOut.reportTemplates(clusters.inSeries(), clusters::templates);
        if (options.superShingles() > 0) {
            Clusters.Candidates candidates = clusters.candidates();
            leftOut.reportSuperShingles(candidates.pairs(), ignored.superShingles(), candidates.tooShort());
        }
        if (clusters.clusters() == 0) {
            console().note("no two documents have a score of " + options.minScore() + " or more (--min-score)");
            return;
        }
        console()
                .note(Amount.of(clusters.clusters(), "cluster", "clusters") + " of "
                        + Amount.of(clusters.clustered(), "document", "documents") + "; "
                        + Amount.of(clusters.documents() - clusters.clustered(), "document is", "documents are")
                        + " in no cluster");
    }
}
