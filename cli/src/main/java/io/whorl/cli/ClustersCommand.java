package io.whorl.cli;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import io.whorl.align.Span;
import io.whorl.cli.ClustersPage.DatesById;
import io.whorl.cli.ClustersPage.PageSize;
import io.whorl.cli.ComparisonOptions.ThresholdOptions;
import io.whorl.cli.PassagesCommand.QueryPassages;
import io.whorl.cli.QueryCommand.ListedIds;
import io.whorl.cluster.Cluster;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Clusters.Edge;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.corpus.ReaderOptions;
import io.whorl.measure.Measure;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes clusters of the similar documents of an index. */
@Command(name = "clusters")
final class ClustersCommand extends IndexCommand {
    private static final String READING = "%nReading documents of --texts:%n";

    @Option(names = "--link", paramLabel = "RULE", completionCandidates = Choice.Links.class)
    private SimilarityOptions.Link link = SimilarityOptions.Link.STAR;

    @Mixin
    private ComparisonOptions comparison;

    @Option(names = "--representative", paramLabel = "RULE", completionCandidates = Choice.Representatives.class)
    private SimilarityOptions.Representative representative = SimilarityOptions.CLUSTERS.representative();

    @Option(names = "--dates", paramLabel = "FILE")
    private Path dates;

    @Option(names = "--top", paramLabel = "N")
    private long top = Long.MAX_VALUE;

    @Option(names = "--edges", paramLabel = "FILE")
    private Path edges;

    @Option(names = "--texts", paramLabel = "SOURCE")
    private List<Path> texts = List.of();

    @ArgGroup(exclusive = false, validate = false, heading = ClusterPageFile.HEADING)
    private ClusterPageFile page = new ClusterPageFile();

    @ArgGroup(exclusive = false, validate = false, heading = READING)
    private ReadingOptions reading = new ReadingOptions();

    @Override
    public Integer call() throws IOException {
        refuse(top < 1, "--top is " + top + "; it must be 1 or more");
        comparison.omissions.begin(outputs());
        SimilarityOptions options = checked(this::options);
        if (edges != null) {
            EdgeFile.check(edges);
        }
        if (page.named().isEmpty()) {
            refuseIdle(ClusterPageFile.HEADING, " needs --html");
        }
        page.check();
        ReaderOptions readerOptions = readerOptions();
        boolean oldest = representative == SimilarityOptions.Representative.OLDEST;
        refuse(
                dates != null && !oldest && edges == null && page.named().isEmpty(),
                "--dates needs --representative oldest, --html or --edges");
        try (DocumentDates given = DocumentDates.given(Optional.ofNullable(dates), console())) {
            return clusters(given.areGiven() ? options.dates(given::date) : options, readerOptions);
        }
    }

    private SimilarityOptions options() {
        return comparison.over(SimilarityOptions.CLUSTERS.link(link).representative(representative), whorl.threads);
    }

    private int clusters(SimilarityOptions options, ReaderOptions readerOptions) throws IOException {
        SkippedDocuments skipped = new SkippedDocuments(console(), reading);
        try (Snapshot snapshot = Snapshot.open(index);
                IndexedTexts members = texts(snapshot, readerOptions, skipped)) {
            comparison.omissions.check(snapshot, console());
            warnOfPreset(comparison.preset(), snapshot.scheme());
            DatesById dates = dates(snapshot, options);
            try (Clusters clusters =
                    console().search("clusters", snapshot, progress -> snapshot.clusters(options.progress(progress)))) {
                print(clusters, options, members);
                summarise(clusters, options);
                if (edges != null) {
                    EdgeFile.write(edges, clusters, dates);
                }
                page.write(clusters, options, top, members, dates, console());
                if (!console().isClosed()) {
                    clusters.removeWork();
                }
            }
            int code = skipped.exitCode("the texts that were read are used");
            return Math.max(code, members.exitCode());
        }
    }

    private static DatesById dates(Snapshot snapshot, SimilarityOptions options) {
        if (options.dates().isPresent()) {
            return id -> options.dates().get().apply(id);
        }
        return snapshot.hasDates()
                ? id -> snapshot.document(id).flatMap(Snapshot.IndexedDocument::date)
                : DatesById.NONE;
    }

    /** Places of Passim's records count in the files, so the reader must map them. */
    private ReaderOptions readerOptions() throws IOException {
        refuse(!texts.isEmpty() && !needsTexts(), "--texts needs --html or --format passim");
        if (texts.isEmpty()) {
            refuseIdle(READING, " needs --texts");
        }
        refuse(
                !reading.readsAll(),
                "--include, --exclude, --limit and --sample have no effect; clusters needs the texts of all documents");
        SourceCheck.refuseRepeatedStandardInput(texts);
        return reading.of(texts).threads(whorl.threads).mapped(isPassim());
    }

    private boolean isPassim() {
        return console().format() == Format.PASSIM;
    }

    private boolean needsTexts() {
        return isPassim() || page.showsTexts();
    }

    private IndexedTexts texts(Snapshot snapshot, ReaderOptions readerOptions, SkippedDocuments skipped)
            throws IOException {
        return needsTexts() && (!texts.isEmpty() || snapshot.storesTexts())
                ? IndexedTexts.open(snapshot, texts, readerOptions, skipped, console())
                : IndexedTexts.none(snapshot, console());
    }

    private void print(Clusters clusters, SimilarityOptions options, IndexedTexts members) throws IOException {
        if (!isPassim()) {
            new ClusterRecords(options, console()).print(clusters, top);
            return;
        }
        if (!members.exist()) {
            warn("the index stores no texts, so begin is 0 and end is left out; build the index with --store-text, or"
                    + " name its sources with --texts SOURCE");
        }
        new ClusterPassim(members).print(clusters);
    }

    private void summarise(Clusters clusters, SimilarityOptions options) throws IOException {
        comparison.omissions.reportIgnored(clusters.ignored(), console());
        comparison.omissions.report(clusters, options, console());
        if (clusters.clusters() == 0) {
            note("no two documents have a score of " + options.minScore() + " or more (--min-score)");
            noteReport(comparison.isUsual(), 0, clusters.documents());
            return;
        }
        note(Amount.of(clusters.clusters(), "cluster", "clusters") + " of "
                + Amount.of(clusters.clustered(), "document", "documents") + "; "
                + Amount.of(clusters.documents() - clusters.clustered(), "document is", "documents are")
                + " in no cluster; the measure is "
                + options.measure().label());
        noteReport(comparison.isUsual(), clusters.clustered(), clusters.documents());
    }

    /**
     * Prints the members of clusters with the fields of Passim: the part of a member from its first to its last passage
     * with the representative. The representative, and a member without passages, are whole documents.
     */
    private final class ClusterPassim {
        private final IndexedTexts texts;
        private final PairAlignment alignment =
                new PairAlignment(Aligner.of(AlignmentOptions.DEFAULT), new GivenText(List.of()), CitedText.Parts.NONE);

        private Cluster cluster;
        private Iterator<Member> members = List.<Member>of().iterator();
        private Optional<byte[]> representative = Optional.empty();

        /** A member, and its text and that of the representative where they are known. */
        private record Entry(Cluster cluster, String id, Optional<byte[]> text, Optional<byte[]> representative) {}

        ClusterPassim(IndexedTexts texts) {
            this.texts = texts;
        }

        void print(Clusters clusters) throws IOException {
            record Row(Entry entry, Optional<Span> place) {}

            try (Table<Row>.Rows rows = open(new Table<Row>()
                    .count("uid", r -> QueryPassages.uidOf(r.entry().id()))
                    .count("cluster", r -> r.entry().cluster().number())
                    .count("size", r -> r.entry().cluster().size())
                    .text("id", r -> r.entry().id())
                    .count("begin", r -> r.place().map(Span::start).orElse(0))
                    .optional(Row::place, new Table<Span>().count("end", Span::end)))) {
                Iterator<Cluster> all = printable(clusters, top, console());
                OrderedTasks.runInputs(() -> next(all), whorl.threads, this::span, (entry, span) -> {
                    Optional<Span> place = span.isEmpty()
                            ? span
                            : Optional.of(texts.places(entry.id()).original(span.get()));
                    rows.add(new Row(entry, place));
                });
            }
        }

        private Optional<Entry> next(Iterator<Cluster> clusters) throws IOException {
            boolean first = !members.hasNext();
            if (console().isClosed() || first && !clusters.hasNext()) {
                return Optional.empty();
            }
            if (first) {
                cluster = clusters.next();
                members = cluster.iterator();
            }
            String id = members.next().id();
            Optional<byte[]> text = texts.text(id);
            representative = first ? text : representative;
            return Optional.of(new Entry(cluster, id, text, first ? Optional.empty() : representative));
        }

        /** Returns the place of a member in its text; empty if the text is unknown. */
        private Optional<Span> span(Entry entry) {
            if (entry.text().isEmpty()) {
                return Optional.empty();
            }
            byte[] utf8 = entry.text().get();
            List<Passage> passages = entry.representative().isEmpty()
                    ? List.of()
                    : alignment.passages(entry.representative().get(), utf8);
            if (passages.isEmpty()) {
                String text = new String(utf8, StandardCharsets.UTF_8);
                return Optional.of(new Span(0, text.codePointCount(0, text.length()), 0, utf8.length));
            }
            Span first = passages.get(0).b();
            Span last = first;
            for (Passage passage : passages) {
                first = passage.b().start() < first.start() ? passage.b() : first;
                last = passage.b().end() > last.end() ? passage.b() : last;
            }
            return Optional.of(new Span(first.start(), last.end(), first.startByte(), last.endByte()));
        }
    }

    /** The page of {@code clusters}: its options, and its file. */
    private static final class ClusterPageFile {
        static final String HEADING = "%nThe page:%n";

        private static final int MOST_TEXTS = 100;
        private static final long LEAST_BYTES = 1_000;
        private static final long MOST_BYTES = 1L << 30;

        @Option(names = "--html", paramLabel = "FILE")
        private Path html;

        @Option(names = "--page-texts", paramLabel = "N")
        private int texts = 4;

        @Option(names = "--page-bytes", paramLabel = "SIZE")
        private ByteSize bytes = new ByteSize(16 << 20);

        void check() {
            Usage.refuse(
                    texts != 0 && (texts < 2 || texts > MOST_TEXTS),
                    "--page-texts is " + texts + "; it must be 0, or from 2 to " + MOST_TEXTS);
            Usage.refuse(
                    bytes.bytes() < LEAST_BYTES || bytes.bytes() > MOST_BYTES,
                    "--page-bytes is " + bytes + "; it must be from " + LEAST_BYTES + " to 1g");
        }

        Optional<Path> named() {
            return Optional.ofNullable(html);
        }

        boolean showsTexts() {
            return html != null && texts > 0;
        }

        void write(
                Clusters clusters,
                SimilarityOptions options,
                long top,
                IndexedTexts source,
                DatesById dates,
                Console console)
                throws IOException {
            if (html == null) {
                return;
            }
            boolean withTexts = texts > 0 && source.exist();
            List<String> notes = new ArrayList<>();
            if (texts > 0 && !withTexts && clusters.clusters() > 0) {
                notes.add("the index stores no texts, so the page shows none; build the index with --store-text, or"
                        + " name its sources with --texts SOURCE");
            }
            ClustersPage page = new ClustersPage(
                    clusters,
                    options,
                    new PageSize(top, withTexts ? texts : 0, bytes.bytes()),
                    source::text,
                    dates,
                    notes);
            ResultFile.at(html).write(page::write);
            page.notes().forEach(console::note);
            console.note("the page is in " + html);
        }
    }

    private record Row(long number, long size, String representative, Member member) {
        /** @param to whether a column names the document with which the score is */
        static Table<Row> table(String number, Measure measure, boolean to) {
            return new Table<Row>()
                    .count(number, Row::number)
                    .count("size", Row::size)
                    .text("id", r -> r.member().id())
                    .text("representative", Row::representative)
                    .number("score", r -> Value.score(measure, r.member().score()))
                    .when(to, t -> t.text("to", r -> r.member().to()));
        }
    }

    /** Prints clusters: a table has a line for each cluster, the other formats a record for each member. */
    record ClusterRecords(SimilarityOptions options, Console console) {
        void print(Clusters clusters, long top) throws IOException {
            if (console.format() == Format.TABLE) {
                Table<Cluster> table = new Table<Cluster>()
                        .count("cluster", Cluster::number)
                        .count("size", Cluster::size)
                        .number("leastScore", c -> Value.score(options.measure(), c.leastScore()))
                        .number("leastPair", c -> Value.score(options.measure(), c.leastPair()))
                        .count("chained", Cluster::chained)
                        .text("representative", Cluster::representative);
                console.print(table, () -> printable(clusters, top, console));
                return;
            }
            // The score of a member of a chain is with another document than the representative.
            boolean chains = options.link() == SimilarityOptions.Link.COMPONENTS;
            try (Table<Row>.Rows rows = console.open(Row.table("cluster", options.measure(), chains))) {
                for (Iterator<Cluster> all = printable(clusters, top, console); all.hasNext(); ) {
                    Cluster cluster = all.next();
                    String representative = cluster.representative();
                    for (Member member : cluster) {
                        rows.add(new Row(cluster.number(), cluster.size(), representative, member));
                    }
                }
            }
        }
    }

    /** Writes the pairs between documents of clusters for other programs: as CSV (RFC 4180) or as GraphML. */
    private static final class EdgeFile {
        private static final String CSV = ".csv";
        private static final String GRAPHML = ".graphml";

        private EdgeFile() {}

        static void check(Path path) {
            String name = path.toString();
            Usage.refuse(
                    !name.endsWith(CSV) && !name.endsWith(GRAPHML),
                    "--edges is " + name + "; it must end in " + CSV + " or " + GRAPHML);
        }

        /** @param dates if there are any, they are written, and pairs of GraphML lead from the older document */
        static void write(Path path, Clusters clusters, DatesById dates) throws IOException {
            ResultFile.at(path).writeText(out -> {
                if (path.toString().endsWith(CSV)) {
                    csv(clusters, dates, out);
                } else {
                    graphml(clusters, dates, out);
                }
            });
        }

        private static void csv(Clusters clusters, DatesById dates, Writer out) throws IOException {
            Table<Edge> table = new Table<Edge>()
                    .text("a", Edge::a)
                    .text("b", Edge::b)
                    .number("score", e -> Value.ratio(e.score()))
                    .number("clusterA", e -> number(e.clusterA()))
                    .number("clusterB", e -> number(e.clusterB()))
                    .when(dates != DatesById.NONE, t -> t.optionalText(
                                    "dateA", e -> dates.of(e.a()).map(Instant::toString))
                            .optionalText("dateB", e -> dates.of(e.b()).map(Instant::toString)));
            try (Table<Edge>.Rows rows = table.open(Format.CSV, out)) {
                for (Iterator<Edge> edges = edges(clusters); edges.hasNext(); ) {
                    rows.add(edges.next());
                }
            }
        }

        /** All pairs, then a pair for each copy, so that the graph connects copies too. */
        private static Iterator<Edge> edges(Clusters clusters) {
            return Lookahead.concat(clusters.edges(), clusters.copies());
        }

        private static Value number(long cluster) {
            return cluster == 0 ? Value.absent() : Value.count(cluster);
        }

        private static void graphml(Clusters clusters, DatesById dates, Writer out) throws IOException {
            out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    + "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
                    + "  <key id=\"cluster\" for=\"node\" attr.name=\"cluster\" attr.type=\"long\"/>\n"
                    + (dates == DatesById.NONE
                            ? ""
                            : "  <key id=\"date\" for=\"node\" attr.name=\"date\" attr.type=\"string\"/>\n")
                    + "  <key id=\"score\" for=\"edge\" attr.name=\"score\" attr.type=\"double\"/>\n"
                    + "  <graph edgedefault=\"undirected\">\n");
            for (Iterator<Cluster> all = clusters.all(); all.hasNext(); ) {
                Cluster cluster = all.next();
                for (Member member : cluster) {
                    Optional<Instant> date = dates.of(member.id());
                    out.write("    <node id=\"" + Escapes.xml(member.id()) + "\"><data key=\"cluster\">"
                            + cluster.number()
                            + "</data>" + (date.isEmpty() ? "" : "<data key=\"date\">" + date.get() + "</data>")
                            + "</node>\n");
                }
            }
            for (Iterator<Edge> edges = edges(clusters); edges.hasNext(); ) {
                Edge edge = edges.next();
                // Only members of clusters are nodes.
                if (edge.clusterA() != 0 && edge.clusterB() != 0) {
                    int order = order(dates.of(edge.a()), dates.of(edge.b()));
                    String source = order > 0 ? edge.b() : edge.a();
                    String target = order > 0 ? edge.a() : edge.b();
                    out.write("    <edge source=\"" + Escapes.xml(source) + "\" target=\"" + Escapes.xml(target)
                            + (order == 0 ? "\"" : "\" directed=\"true\"") + "><data key=\"score\">" + edge.score()
                            + "</data></edge>\n");
                }
            }
            out.write("  </graph>\n</graphml>\n");
        }

        /** Returns less than 0 if A is older, more than 0 if B is older, and 0 if that is unknown. */
        private static int order(Optional<Instant> a, Optional<Instant> b) {
            return a.isEmpty() || b.isEmpty() ? 0 : a.get().compareTo(b.get());
        }
    }

    /** Groups a list of documents of an index, such as the results of a search. */
    @Command(name = "group")
    static final class GroupCommand extends IndexCommand {
        /** The documents that can be grouped. */
        private static final int MOST = 10_000;
        /** Missing ids up to this number are reported once, further ones each time. */
        private static final int MOST_MISSING = 1_000;

        @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID")
        private List<String> ids = List.of();

        @Option(names = "--ids", paramLabel = "FILE|-")
        private Path idFile;

        @Option(names = "--link", paramLabel = "RULE", completionCandidates = Choice.Links.class)
        private SimilarityOptions.Link link = SimilarityOptions.GROUPS.link();

        @Mixin
        private ThresholdOptions threshold;

        @Override
        public Integer call() throws IOException {
            SimilarityOptions usual = SimilarityOptions.GROUPS.link(link);
            SimilarityOptions options = checked(() -> threshold.over(usual, usual.minScore()));
            refuse(ids.isEmpty() && idFile == null, "no document is named; give an ID, or --ids with a file of ids");
            try (ListedIds listed = new ListedIds(ids, Optional.ofNullable(idFile), console())) {
                listed.requireAny();
                try (Snapshot snapshot = openAny(index, 1)) {
                    List<String> known = known(listed, snapshot);
                    List<List<Member>> groups = checked(() -> snapshot.group(known, options));
                    print(groups, options.measure());
                    note(Amount.of(groups.size(), "group") + " of " + Amount.of(known.size(), "document"));
                }
                return listed.exitCode();
            }
        }

        /** Returns the ids that the index has, each once. */
        private List<String> known(ListedIds listed, Snapshot snapshot) {
            Set<String> known = new LinkedHashSet<>();
            Set<String> missing = new HashSet<>();
            for (String id : listed) {
                if (snapshot.document(id).isPresent()) {
                    known.add(id);
                    refuse(
                            known.size() > MOST,
                            "the index has more than " + MOST + " of the ids; a list of more documents cannot be"
                                    + " grouped (see 'whorl clusters')");
                } else if (missing.size() == MOST_MISSING || missing.add(id)) {
                    listed.missing(id);
                }
            }
            return List.copyOf(known);
        }

        private void print(List<List<Member>> groups, Measure measure) throws IOException {
            try (Table<Row>.Rows rows = open(Row.table("group", measure, true))) {
                int number = 0;
                for (List<Member> group : groups) {
                    number++;
                    for (Member member : group) {
                        rows.add(new Row(number, group.size(), group.get(0).id(), member));
                    }
                }
            }
        }
    }
}
