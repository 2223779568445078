package io.whorl.cli;

import io.whorl.NotStoredException;
import io.whorl.RefusedException;
import io.whorl.cli.ComparisonOptions.MinScore;
import io.whorl.cli.Decision.Verdict;
import io.whorl.cluster.Pair;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Matches;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.store.DocumentId;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.commons.io.function.IOFunction;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds the documents of an index that are most like some texts. */
@Command(name = "query")
final class QueryCommand extends IndexCommand {
    @Parameters(index = "1..*", arity = "0..*", paramLabel = "FILE|-")
    private List<String> arguments = List.of();

    private List<Path> files = List.of();

    @Option(names = "--like", paramLabel = "ID")
    private List<String> likeIds = List.of();

    @Option(names = "--like-ids", paramLabel = "FILE|-")
    private Path likeFile;

    @Option(names = "--with-itself")
    private boolean withItself;

    @Option(names = "--measure", paramLabel = "M", completionCandidates = Choice.Measures.class)
    private Measure measure;

    @Option(names = "--min-score", paramLabel = "X|P%")
    private MinScore minScore;

    @Option(names = "--preset", paramLabel = "NAME", completionCandidates = Choice.Presets.class)
    private Preset preset;

    @Option(names = "--top", paramLabel = "N")
    private int top = QueryOptions.DEFAULT.top();

    @Option(names = "--max-df", paramLabel = "N|none", converter = Converters.FrequencyLimit.class)
    private long maxDf = QueryOptions.NO_LIMIT;

    @Option(names = "--query-selection", paramLabel = "NAME[:key=value,...]")
    private Selection selection;

    @Option(names = "--exact-weights")
    private boolean exactWeights;

    @Option(names = "--id", converter = Converters.Text.class, paramLabel = "ID")
    private String id;

    @Option(names = "--known")
    private boolean known;

    @Option(names = "--self")
    private boolean self;

    @Option(names = "--decision", paramLabel = "FUNCTION=LIMIT", completionCandidates = Decision.Functions.class)
    private Decision decision;

    @Option(names = "--sample-minutiae", paramLabel = "N")
    private Integer sampled;

    @Option(names = "--sample-seed", paramLabel = "S", converter = Converters.Seed.class)
    private long sampleSeed;

    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING)
    private ReadingOptions reading = new ReadingOptions();

    @Override
    public Integer call() throws IOException {
        boolean like = !likeIds.isEmpty() || likeFile != null;
        refuse(withItself && !like, "--with-itself needs --like or --like-ids");
        files = arguments.stream().map(file -> Converters.path(file, "FILE|-")).toList();
        refuse(
                like != files.isEmpty(),
                files.isEmpty()
                        ? "there is no query; give a FILE, - for standard input, or --like ID"
                        : "the queries are either texts or documents of the index; leave out the FILEs, or --like");
        SourceCheck.refuseRepeatedStandardInput(files);
        ReaderOptions readerOptions = reading.of(files);
        refuse(sampled == null && isGiven("--sample-seed"), "--sample-seed needs --sample-minutiae");
        // Values out of range are reported before the index is opened.
        options(measure(QueryOptions.DEFAULT.measure()));
        if (like) {
            return queryDocuments();
        }
        SkippedDocuments skipped = new SkippedDocuments(console(), reading);
        try (Snapshot snapshot = openAny(index, whorl.threads);
                SourceReader texts = SourceReader.open(files, readerOptions.threads(whorl.threads), skipped)) {
            query(snapshot, options(snapshot), texts);
        }
        return skipped.exitCode("the texts that were read are answered");
    }

    private int queryDocuments() throws IOException {
        refuseIdle(ReadingOptions.HEADING, " has no effect with --like, which reads no text; leave it out");
        refuse(selection != null, "--query-selection needs a text; leave it out, or --like");
        refuse(decision != null, "--decision needs a text; leave it out, or --like");
        try (ListedIds listed = new ListedIds(likeIds, Optional.ofNullable(likeFile), console())) {
            listed.requireAny();
            refuse(id != null && listed.size() > 1, "--id names a single query, but there are several; leave it out");
            try (Snapshot snapshot = openAny(index, whorl.threads)) {
                QueryOptions options = options(snapshot);
                if (!snapshot.storesFingerprints() && !snapshot.storesTexts()) {
                    throw NotStoredException.fingerprint();
                }
                boolean named = listed.size() > 1 || id != null;
                try (QueryRecords records = new QueryRecords(snapshot.scheme(), options, named);
                        Progress progress = listed.size() > 1
                                ? console().progressOfDocuments("query", listed.size())
                                : console()::warn) {
                    OrderedTasks.run(listed, whorl.threads, d -> like(d, snapshot, options), (document, matches) -> {
                        progress.makeWay();
                        progress.at(++records.queries);
                        if (matches.isPresent()) {
                            String name = id != null ? id : document;
                            records.print(name, new Answer(matches.get(), List.of(), new byte[0]));
                        } else {
                            listed.missing(document);
                        }
                    });
                }
            }
            return listed.exitCode();
        }
    }

    /** Returns nothing if the index does not have the document. */
    private Optional<Matches> like(String document, Snapshot snapshot, QueryOptions options) {
        try {
            return Optional.of(snapshot.like(document, withItself, options));
        } catch (RefusedException e) {
            if (e.reason() != RefusedException.Reason.UNKNOWN_ID) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private Measure measure(Measure usual) {
        return measure != null ? measure : preset != null ? preset.measure() : usual;
    }

    private QueryOptions options(Measure scored) throws IOException {
        // The threshold of a preset is meaningless for another measure.
        double threshold = preset != null && scored == preset.measure() ? preset.minScore() : 0;
        QueryOptions all = QueryOptions.DEFAULT;
        return checked(() -> (sampled == null ? all : all.sample(sampled, sampleSeed))
                .top(top)
                .measure(scored)
                .minScore(minScore == null ? threshold : minScore.of(scored))
                .maxDf(maxDf));
    }

    private QueryOptions options(Snapshot snapshot) throws IOException {
        Measure usual = QueryOptions.DEFAULT.measure();
        Measure scored = measure(usual.isSupportedBy(snapshot.scheme()) ? usual : Measure.RESEMBLANCE);
        refuse(
                exactWeights && scored != Measure.WEIGHTED_RESEMBLANCE,
                "--exact-weights has no effect with the measure " + Choice.name(scored)
                        + "; leave it out, or give --measure weighted-resemblance");
        QueryOptions options = checked(() -> options(scored).exactWeights(exactWeights));
        if (minScore != null) {
            minScore.doubt(scored).ifPresent(console()::warn);
        }
        warnOfPreset(Optional.ofNullable(preset), snapshot.scheme());
        if (selection != null) {
            checked(() -> Fingerprinter.of(snapshot.scheme().withSelection(selection)));
        }
        if (decision != null) {
            refuse(selection != null, "--decision uses the selection of the index, and contradicts --query-selection");
            Decision.check(snapshot);
        }
        return options;
    }

    private void query(Snapshot snapshot, QueryOptions options, SourceReader texts) throws IOException {
        boolean several = texts.hasSeveral();
        refuse(id != null && several, "--id names a single text, but there are several; leave it out");
        boolean named = several || id != null || files.size() > 1;
        try (QueryRecords records = new QueryRecords(snapshot.scheme(), options, named);
                Progress progress = several ? texts.show("query") : console()::warn) {
            texts.compare(whorl.threads, false, "queried", text -> answer(text, snapshot, options), (text, answer) -> {
                progress.makeWay();
                records.print(id != null ? id : text.id(), answer);
                progress.at(texts.bytesRead(), ++records.queries);
            });
        }
    }

    private Answer answer(Document text, Snapshot snapshot, QueryOptions options) {
        Matches matches = selection == null
                ? snapshot.query(text.utf8(), options)
                : snapshot.query(text.utf8(), selection, options);
        List<Verdict> verdicts = new ArrayList<>();
        if (decision != null) {
            Fingerprinter fingerprinter = Fingerprinter.of(snapshot.scheme());
            for (Match match : matches.matches()) {
                byte[] stored = snapshot.text(match.id()).orElseThrow();
                verdicts.add(decision.of(fingerprinter.locate(text.utf8(), stored)));
            }
        }
        return new Answer(matches, verdicts, text.utf8());
    }

    /** Prints the matches of queries, and messages about queries without matches. */
    private final class QueryRecords implements Closeable {
        private final Scheme scheme;
        private final QueryOptions options;
        private final Table<Row>.Rows rows;
        private long queries;

        private record Row(String query, Matches matches, Match match, Optional<Verdict> verdict) {}

        QueryRecords(Scheme scheme, QueryOptions options, boolean named) throws IOException {
            this.scheme = scheme;
            this.options = options;
            Table<Match> matches = new Table<Match>()
                    .count("rank", Match::rank)
                    .text("id", Match::id)
                    .column(Column.scoreBeside(options.measure()), m -> Value.score(options.measure(), m.score()))
                    .count("shared", Match::shared)
                    .number("percent", m -> Value.hundredth(m.percent()))
                    .number("resemblance", m -> Value.ratio(m.resemblance()))
                    .number("containment", m -> Value.ratio(m.containment()))
                    .number("contained", m -> Value.ratio(m.contained()));
            Measure measure = options.measure();
            boolean sample = options.sample() != QueryOptions.ALL;
            Table<Matches> figures = new Table<Matches>()
                    .when(known, t -> t.number("known", m -> Value.ratio(m.known())))
                    .when(self, t -> t.number("self", m -> Value.score(measure, m.self())))
                    .when(sample, t -> t.count("lookedUp", Matches::lookedUp));
            rows = open(new Table<Row>()
                    .when(named, t -> t.text("query", Row::query))
                    .part(Row::match, matches)
                    .part(Row::matches, figures)
                    .when(decision != null, t -> t.optional(Row::verdict, decision.table())));
        }

        void print(String query, Answer answer) throws IOException {
            Matches matches = answer.matches();
            Iterator<Verdict> verdicts = answer.verdicts().iterator();
            for (Match match : matches.matches()) {
                Optional<Verdict> verdict = verdicts.hasNext() ? Optional.of(verdicts.next()) : Optional.empty();
                rows.add(new Row(query, matches, match, verdict));
            }
            rows.flush();
            if (matches.lookedUp() < matches.minutiae()) {
                note(
                        "%s: looked up %,d of %,d minutiae, so the figures are estimates (--sample-minutiae)",
                        query, matches.lookedUp(), matches.minutiae());
            }
            TextWarnings.tooShort(query, answer.text(), matches.minutiae(), scheme, console());
            if (matches.ignored() > 0) {
                warn(
                        "%s: ignored %,d of %,d minutiae, each in more than %,d documents (--max-df)",
                        query, matches.ignored(), matches.lookedUp(), options.maxDf());
            } else if (matches.minutiae() > 0 && matches.matches().isEmpty()) {
                note(query + ": no document matches" + (known ? Amount.say("; known %.4f", matches.known()) : ""));
            }
        }

        @Override
        public void close() throws IOException {
            rows.close();
        }
    }

    /**
     * The answer to a query.
     *
     * @param verdicts one for each match; empty if no decision was requested
     * @param text which was queried; empty if a document of the index was
     */
    private record Answer(Matches matches, List<Verdict> verdicts, byte[] text) {}

    /**
     * Reads the ids from the arguments, and then from a file. It holds one id of the file at a time. It also reports
     * ids that the index does not have.
     */
    static final class ListedIds implements Iterable<String>, Closeable {
        private static final int MAX_REPORTS = 100;

        private final List<String> arguments;
        private final Optional<ListFile<String>> file;
        private final Console console;
        private long missing;

        /**
         * Checks all ids.
         *
         * @throws FailedException if the file has a line that is not an id
         */
        ListedIds(List<String> arguments, Optional<Path> from, Console console) throws IOException {
            this.arguments = arguments;
            this.console = console;
            for (String id : arguments) {
                Usage.checked(() -> DocumentId.utf8(id));
            }
            file = from.isEmpty()
                    ? Optional.empty()
                    : Optional.of(ListFile.open(
                            from.get(), console.streams(), (line, number) -> id(line, from.get(), number)));
        }

        private static Optional<String> id(String line, Path file, long number) throws FailedException {
            Optional<String> problem = line.isEmpty() ? Optional.empty() : SourceReader.problemOf(line);
            if (problem.isPresent()) {
                throw new FailedException(file + ", line " + number + ": " + problem.get());
            }
            return Optional.of(line).filter(id -> !id.isEmpty());
        }

        /** @throws FailedException if there is no id at all */
        void requireAny() throws FailedException {
            if (size() == 0) {
                throw new FailedException(
                        file.map(f -> f.source + " has no ids").orElse("no id is given"));
            }
        }

        long size() {
            return arguments.size() + file.map(ListFile::size).orElse(0L);
        }

        /** Returns the ids one by one. Only one iterator at a time can be used. */
        @Override
        public Iterator<String> iterator() {
            Iterator<String> given = arguments.iterator();
            return file.isEmpty() ? given : Lookahead.concat(given, file.get().iterator());
        }

        void missing(String id) {
            if (++missing <= MAX_REPORTS) {
                console.warn("not found: " + id);
            }
        }

        /** Reports how many more ids were missing. Returns the number of all that were. */
        long reportMissing() {
            if (missing > MAX_REPORTS) {
                console.warn("not found: %,d more", missing - MAX_REPORTS);
            }
            return missing;
        }

        /** Reports how many more ids were missing. Returns the exit code, after all ids: 1 if some were missing. */
        int exitCode() {
            return reportMissing() == 0 ? Subcommand.DONE : Subcommand.FAILED;
        }

        @Override
        public void close() throws IOException {
            if (file.isPresent()) {
                file.get().close();
            }
        }
    }

    /** Finds all pairs of similar documents in an index. */
    @Command(name = "pairs")
    static final class PairsCommand extends IndexCommand {
        @Mixin
        private ComparisonOptions comparison;

        @Option(names = "--top", paramLabel = "N")
        private long top = SimilarityOptions.ALL;

        @Option(names = "--expand")
        private boolean expand;

        @Option(names = "--decision", paramLabel = "FUNCTION=LIMIT", completionCandidates = Decision.Functions.class)
        private Decision decision;

        @Override
        public Integer call() throws IOException {
            comparison.omissions.begin(outputs());
            SimilarityOptions options = checked(this::options);
            try (Snapshot snapshot = Snapshot.open(index)) {
                comparison.omissions.check(snapshot, console());
                if (decision != null) {
                    Decision.check(snapshot);
                }
                warnOfPreset(comparison.preset(), snapshot.scheme());
                print(snapshot, options);
            }
            return DONE;
        }

        private void print(Snapshot snapshot, SimilarityOptions options) throws IOException {
            try (Pairs found =
                    console().search("pairs", snapshot, progress -> snapshot.pairs(options.progress(progress)))) {
                boolean any = found.hasNext();
                if (decision == null) {
                    long printed = printPairs(found, options, console());
                    noteReport(comparison.isUsual() && top == SimilarityOptions.ALL, printed, snapshot.documents());
                } else {
                    printDecided(found, options, snapshot);
                }
                comparison.omissions.reportIgnored(found.ignored(), console());
                comparison.omissions.report(found, options, console());
                if (!options.expanded() && found.families() > 0) {
                    note("found " + Amount.of(found.families(), "family", "families")
                            + " of equal fingerprints: one line lists the members of each, and its first document"
                            + " represents all members in other pairs (--expand lists every pair)");
                }
                if (!any) {
                    note("no pair has a score of " + options.minScore() + " or more (--min-score)");
                }
                if (!console().isClosed()) {
                    found.removeWork();
                }
            }
        }

        private SimilarityOptions options() {
            return comparison.over(
                    SimilarityOptions.PAIRS
                            .top(top)
                            // Equal fingerprints may be of texts whose chunks repeat, or are in another order.
                            .expanded(expand || decision != null),
                    whorl.threads);
        }

        static long printPairs(Pairs found, SimilarityOptions options, Console console) throws IOException {
            // A table for people leaves out columns that would be empty. The other formats always have the same
            // columns.
            boolean families = !options.expanded() && (found.families() > 0 || console.format() != Format.TABLE);
            long printed = 0;
            try (Table<Pair>.Rows rows = console.open(table(options, families))) {
                for (Iterator<Pair> all = printable(found, Long.MAX_VALUE, console); all.hasNext(); printed++) {
                    rows.add(all.next());
                }
            }
            return printed;
        }

        /**
         * Prints pairs with the verdicts of the decision about both directions, by the texts that the index stores. Any
         * number of threads decide.
         */
        private void printDecided(Pairs found, SimilarityOptions options, Snapshot snapshot) throws IOException {
            record Row(Pair pair, Verdict a, Verdict b) {}

            ThreadLocal<Fingerprinter> fingerprinter =
                    ThreadLocal.withInitial(() -> Fingerprinter.of(snapshot.scheme()));
            Table<Row> table = new Table<Row>()
                    .part(Row::pair, table(options, false))
                    .part(Row::a, decision.table())
                    .count("chunksB", r -> r.b().chunks())
                    .count("matchingB", r -> r.b().matching())
                    .flag("violationB", r -> r.b().violation());
            IOFunction<Pair, Row> task = pair -> {
                byte[] a = snapshot.text(pair.a()).orElseThrow();
                byte[] b = snapshot.text(pair.b()).orElseThrow();
                Verdict verdict = decision.of(fingerprinter.get().locate(a, b));
                return new Row(
                        pair,
                        verdict,
                        decision.reverse(verdict, fingerprinter.get().locate(b, a)));
            };
            try (Table<Row>.Rows rows = open(table)) {
                OrderedTasks.run(
                        () -> printable(found, Long.MAX_VALUE, console()),
                        whorl.threads,
                        task,
                        (pair, row) -> rows.add(row));
            }
        }

        static Table<Pair> scores(Column score, Measure measure) {
            return new Table<Pair>()
                    .column(score, p -> Value.score(measure, p.score()))
                    .count("shared", Pair::shared)
                    .number("resemblance", p -> Value.ratio(p.resemblance()))
                    .number("containment", p -> Value.ratio(p.containment()))
                    .number("contained", p -> Value.ratio(p.contained()));
        }

        private static Table<Pair> table(SimilarityOptions options, boolean families) {
            return new Table<Pair>()
                    .text("a", Pair::a)
                    .text("b", Pair::b)
                    .part(p -> p, scores(Column.scoreBeside(options.measure()), options.measure()))
                    .when(
                            families,
                            t -> t.optional(
                                    Pair::family,
                                    new Table<Collection<String>>()
                                            .count("family", Collection::size)
                                            .column(Column.text("members"), Value::texts)));
        }
    }
}
