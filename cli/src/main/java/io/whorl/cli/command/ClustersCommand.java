package io.whorl.cli.command;

import io.whorl.cli.console.Progress;
import io.whorl.cli.html.DocumentDates;
import io.whorl.cli.input.GivenDates;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.option.Choices;
import io.whorl.cli.option.ClusteringOptions;
import io.whorl.cli.option.OutputCheck;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SeriesRule;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Format;
import io.whorl.cli.report.IgnoredMinutiae;
import io.whorl.cli.report.LeftOutMinutiae;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.corpus.ReaderOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
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
            "  whorl clusters index --edges pairs.graphml",
            "  whorl clusters index --html clusters.html"
        })
final class ClustersCommand extends Subcommand {
    private static final String READING = "%nReading documents of --texts:%n";

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

    @Option(
            names = "--texts",
            paramLabel = "SOURCE",
            description = "With --html or --format passim: " + IndexedTexts.DESCRIPTION)
    private List<Path> texts = List.of();

    @ArgGroup(exclusive = false, validate = false, heading = ClusterPageFile.HEADING)
    private ClusterPageFile page = new ClusterPageFile();

    @ArgGroup(exclusive = false, validate = false, heading = READING)
    private ReadingOptions reading = new ReadingOptions();

    @Override
    boolean hasOtherResults() {
        return edges != null
                || page.named().isPresent()
                || clustering.omissions().templates().file().isPresent();
    }

    @Override
    public Integer call() throws IOException {
        Optional<SeriesRule> rule = clustering.omissions().templates().rule(usage());
        ClusterOptions options = clustering.checked(link, rule, whorl.threads(), usage());
        if (top < 1) {
            throw usage().error("--top is " + top + "; it must be 1 or more");
        }
        new OutputCheck(usage())
                .reads("index", List.of(index))
                .reads("source", texts)
                .reads("file of --series", clustering.omissions().templates().seriesFile())
                .reads("file of --dates", clustering.dateFile())
                .writes("--html", page.named())
                .writes("--edges", Optional.ofNullable(edges))
                .writes("--templates", clustering.omissions().templates().file())
                .writes("--work", clustering.work())
                .check();
        Optional<EdgeFile> edgeFile = edges == null ? Optional.empty() : Optional.of(EdgeFile.at(edges, usage()));
        if (page.named().isEmpty()) {
            refuseIdle(ClusterPageFile.HEADING, " has an effect only with --html; add it, or leave it out");
        }
        page.check(usage());
        ReaderOptions readerOptions = readerOptions();
        Optional<Path> dateFile = clustering.dates(edges != null || page.isWanted(), usage());
        try (GivenDates dates = GivenDates.read(dateFile, console())) {
            return clusters(
                    dates.isPresent() ? options.toBuilder().dates(dates::date).build() : options,
                    rule,
                    edgeFile,
                    readerOptions);
        }
    }

    private int clusters(
            ClusterOptions options, Optional<SeriesRule> rule, Optional<EdgeFile> edgeFile, ReaderOptions readerOptions)
            throws IOException {
        SkippedDocuments skipped = new SkippedDocuments(console()::warn);
        LeftOutMinutiae leftOut =
                new LeftOutMinutiae(clustering.omissions().templates().file(), rule, console());
        try (Snapshot snapshot = Snapshot.open(index);
                MemberTexts members = texts(snapshot, readerOptions, skipped)) {
            leftOut.check(snapshot);
            clustering
                    .preset()
                    .flatMap(preset -> PresetCheck.warning(preset, snapshot.scheme()))
                    .ifPresent(console()::warn);
            DocumentDates dates = dates(snapshot, options);
            try (Clusters clusters = find(snapshot, options)) {
                print(clusters, options, members);
                summarise(clusters, options, leftOut);
                if (edgeFile.isPresent()) {
                    edgeFile.get().write(clusters, dates);
                }
                page.write(clusters, options, top, members, dates, console());
                if (!console().isClosed()) {
                    clusters.removeWork();
                }
            }
            int code = skipped.exitCode(reading.lenient(), "the texts that were read are used", console());
            return Math.max(code, members.exitCode());
        }
    }

    /** Returns the dates of {@code --dates}, or those of the index. */
    private static DocumentDates dates(Snapshot snapshot, ClusterOptions options) {
        if (options.dates().isPresent()) {
            return id -> options.dates().get().apply(id);
        }
        return snapshot.hasDates() ? id -> snapshot.document(id).flatMap(Snapshot.Document::date) : DocumentDates.NONE;
    }

    /** Places of Passim's records count in the files, so the reader must map them. */
    private ReaderOptions readerOptions() throws IOException {
        if (!texts.isEmpty() && !needsTexts()) {
            throw usage().error("--texts needs --html or --format passim");
        }
        if (texts.isEmpty()) {
            refuseIdle(READING, " has an effect only with --texts; add it, or leave it out");
        }
        if (!reading.readsAll()) {
            throw usage().error("--include, --exclude, --limit and --sample have no effect; clusters needs the texts"
                    + " of all documents");
        }
        SourceCheck.refuseRepeatedStandardInput(texts, usage());
        return reading.of(texts, usage()).toBuilder()
                .threads(whorl.threads())
                .mapped(isPassim())
                .build();
    }

    private boolean isPassim() {
        return console().format() == Format.PASSIM;
    }

    private boolean needsTexts() {
        return isPassim() || page.showsTexts();
    }

    private MemberTexts texts(Snapshot snapshot, ReaderOptions readerOptions, SkippedDocuments skipped)
            throws IOException {
        return needsTexts()
                ? MemberTexts.open(snapshot, texts, readerOptions, skipped, console())
                : MemberTexts.none(snapshot, console());
    }

    private void print(Clusters clusters, ClusterOptions options, MemberTexts members) throws IOException {
        if (!isPassim()) {
            new ClusterRecords(options, console()).print(clusters, top);
            return;
        }
        if (!members.exist()) {
            console()
                    .warn("the index stores no texts, so begin is 0 and end is left out; build the index with"
                            + " --store-text, or name its sources with --texts SOURCE");
        }
        new ClusterPassim(members, console(), whorl.threads()).print(clusters, top);
    }

    private Clusters find(Snapshot snapshot, ClusterOptions options) {
        try (Progress progress = console().progressOfDocuments("clusters", snapshot.documents())) {
            return snapshot.clusters(options, (done, total) -> progress.at(done / 2));
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
                        + " in no cluster; the measure is "
                        + options.measure().label());
    }
}
