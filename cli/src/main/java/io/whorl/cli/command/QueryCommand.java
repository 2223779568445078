package io.whorl.cli.command;

import io.whorl.NotStoredException;
import io.whorl.RefusedException;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.input.TextWarnings;
import io.whorl.cli.option.Choice;
import io.whorl.cli.option.Choice.Choices;
import io.whorl.cli.option.ComparisonOptions.MinScore;
import io.whorl.cli.option.ComparisonOptions.ScoreRange;
import io.whorl.cli.option.Converters.FrequencyLimitConverter;
import io.whorl.cli.option.Converters.PathConverter;
import io.whorl.cli.option.Converters.SeedConverter;
import io.whorl.cli.option.Converters.SelectionConverter;
import io.whorl.cli.option.Converters.TextConverter;
import io.whorl.cli.option.Decision;
import io.whorl.cli.option.Decision.Verdict;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.option.Usage;
import io.whorl.cli.output.Table;
import io.whorl.cli.output.Value;
import io.whorl.cli.passages.OrderedTasks;
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
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

    @Mixin
    private LikeOption like;

    @Option(names = "--measure", paramLabel = "M", completionCandidates = Choices.Measures.class)
    private Measure measure;

    @Option(names = "--min-score", paramLabel = "X|P%")
    private MinScore minScore;

    @Option(names = "--preset", paramLabel = "NAME", completionCandidates = Choices.Presets.class)
    private Preset preset;

    @Option(names = "--top", paramLabel = "N")
    private int top = QueryOptions.DEFAULT.top();

    @Option(names = "--max-df", paramLabel = "N|none", converter = FrequencyLimitConverter.class)
    private long maxDf = QueryOptions.NO_LIMIT;

    @Option(names = "--query-selection", paramLabel = "NAME[:key=value,...]", converter = SelectionConverter.class)
    private Selection selection;

    @Option(names = "--exact-weights")
    private boolean exactWeights;

    @Option(names = "--id", converter = TextConverter.class, paramLabel = "ID")
    private String id;

    @Option(names = "--known")
    private boolean known;

    @Option(names = "--self")
    private boolean self;

    @Option(names = "--decision", paramLabel = "FUNCTION=LIMIT", completionCandidates = Decision.Converter.class)
    private Decision decision;

    @Mixin
    private QuerySample sample;

    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING)
    private ReadingOptions reading = new ReadingOptions();

    @Override
    public Integer call() throws IOException {
        like.check(usage());
        files = arguments.stream()
                .map(file -> PathConverter.parse(file, "FILE|-", usage()))
                .toList();
        usage().refuse(
                        like.given() != files.isEmpty(),
                        files.isEmpty()
                                ? "there is no query; give a FILE, - for standard input, or --like ID"
                                : "the queries are either texts or documents of the index;"
                                        + " leave out the FILEs, or --like");
        SourceCheck.refuseRepeatedStandardInput(files, usage());
        ReaderOptions readerOptions = reading.of(files, usage());
        // Built before the index is opened, so that values out of range are reported first.
        Measure likely = measure != null ? measure : preset != null ? preset.measure() : QueryOptions.DEFAULT.measure();
        QueryOptions requested = usage().checked(() -> sample.to(QueryOptions.DEFAULT, usage())
                .top(top)
                .measure(likely)
                .minScore(minScore == null ? 0 : minScore.of(likely, usage()))
                .maxDf(maxDf));
        if (like.given()) {
            return queryDocuments(requested);
        }
        SkippedDocuments skipped = new SkippedDocuments(console()::warn);
        try (Snapshot snapshot = openAny(index, whorl.threads());
                SourceReader texts = SourceReader.open(
                        files, readerOptions.threads(whorl.threads()), console().streams(), skipped)) {
            query(snapshot, options(requested, snapshot), texts, skipped);
        }
        skipped.noteExcluded(console());
        return skipped.exitCode(reading.lenient(), "the texts that were read are answered", console());
    }

    private int queryDocuments(QueryOptions requested) throws IOException {
        refuseIdle(ReadingOptions.HEADING, " has no effect with --like, which reads no text; leave it out");
        usage().refuse(selection != null, "--query-selection needs a text; leave it out, or --like");
        usage().refuse(decision != null, "--decision needs a text; leave it out, or --like");
        try (ListedIds listed = ListedIds.open(like.ids, Optional.ofNullable(like.file), usage(), console())) {
            listed.requireAny();
            usage().refuse(
                            id != null && listed.size() > 1,
                            "--id names a single query, but there are several; leave it out");
            try (Snapshot snapshot = openAny(index, whorl.threads())) {
                QueryOptions options = options(requested, snapshot);
                if (!snapshot.storesFingerprints() && !snapshot.storesTexts()) {
                    throw NotStoredException.fingerprint();
                }
                boolean named = listed.size() > 1 || id != null;
                try (QueryRecords records = new QueryRecords(snapshot.scheme(), options, named)) {
                    OrderedTasks.run(listed, whorl.threads(), d -> like(d, snapshot, options), (document, matches) -> {
                        if (matches.isPresent()) {
                            String name = id != null ? id : document;
                            records.print(name, new Answer(matches.get(), List.of(), false));
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
            return Optional.of(snapshot.like(document, like.withItself, options));
        } catch (RefusedException e) {
            if (e.reason() != RefusedException.Reason.UNKNOWN_ID) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private QueryOptions options(QueryOptions requested, Snapshot snapshot) throws IOException {
        Measure scored = measure != null ? measure : preset != null ? preset.measure() : defaultMeasure(snapshot);
        usage().refuse(
                        exactWeights && scored != Measure.WEIGHTED_RESEMBLANCE,
                        "--exact-weights has no effect with the measure " + Choice.name(scored)
                                + "; leave it out, or give --measure weighted-resemblance");
        // The threshold of a preset is meaningless for another measure.
        double threshold = preset != null && scored == preset.measure() ? preset.minScore() : 0;
        QueryOptions options = usage().checked(() -> requested
                .measure(scored)
                .exactWeights(exactWeights)
                .minScore(minScore == null ? threshold : minScore.of(scored, usage())));
        if (minScore != null) {
            minScore.doubt(scored).ifPresent(console()::warn);
        }
        warnOfPreset(Optional.ofNullable(preset), snapshot.scheme());
        if (selection != null) {
            usage().checked(() -> Fingerprinter.of(snapshot.scheme().withSelection(selection)));
        }
        if (decision != null) {
            checkDecision(snapshot);
        }
        return options;
    }

    private void checkDecision(Snapshot snapshot) throws IOException {
        usage().refuse(
                        selection != null,
                        "--decision compares texts by the selection of the index, so --query-selection cannot"
                                + " be combined with it; leave one of them out");
        PairDecisions.check(snapshot);
    }

    private void query(Snapshot snapshot, QueryOptions options, SourceReader texts, SkippedDocuments skipped)
            throws IOException {
        boolean several = texts.hasSeveral();
        usage().refuse(id != null && several, "--id names a single text, but there are several; leave it out");
        boolean named = several || id != null || files.size() > 1;
        Answering answering = new Answering(snapshot, options, selection, Optional.ofNullable(decision));
        try (QueryRecords records = new QueryRecords(snapshot.scheme(), options, named)) {
            new ComparedTexts(texts, skipped, reading, false, "queried", console())
                    .run(
                            whorl.threads(),
                            answering::query,
                            (text, answer) -> records.print(id != null ? id : text.id(), answer));
        }
    }

    private static Measure defaultMeasure(Snapshot snapshot) {
        Measure usual = QueryOptions.DEFAULT.measure();
        return usual.isSupportedBy(snapshot.scheme()) ? usual : Measure.RESEMBLANCE;
    }

    /** Prints the matches of queries, and messages about queries without matches. */
    private final class QueryRecords implements Closeable {
        private final Scheme scheme;
        private final QueryOptions options;
        private final Table.Rows<Row> rows;

        /**
         * A match.
         *
         * @param index its place in the answer
         */
        private record Row(String query, Answer answer, int index) {
            Matches matches() {
                return answer.matches();
            }

            Match match() {
                return matches().matches().get(index);
            }

            Verdict verdict() {
                return answer.verdicts().get(index);
            }
        }

        /** @param named whether to show the name of the query */
        QueryRecords(Scheme scheme, QueryOptions options, boolean named) throws IOException {
            this.scheme = scheme;
            this.options = options;
            Table<Match> matches = new Table<Match>()
                    .count("rank", Match::rank)
                    .text("id", Match::id)
                    .column(ScoreRange.beside(options.measure()), m -> ScoreRange.value(options.measure(), m.score()))
                    .count("shared", Match::shared)
                    .number("percent", m -> Value.hundredth(m.percent()))
                    .number("resemblance", m -> Value.ratio(m.resemblance()))
                    .number("containment", m -> Value.ratio(m.containment()))
                    .number("contained", m -> Value.ratio(m.contained()));
            rows = console()
                    .open(new Table<Row>()
                            .when(named, t -> t.text("query", Row::query))
                            .part(Row::match, matches)
                            .when(
                                    known,
                                    t -> t.number(
                                            "known",
                                            r -> Value.ratio(r.matches().known())))
                            .when(
                                    self,
                                    t -> t.number(
                                            "self",
                                            r -> ScoreRange.value(
                                                    options.measure(),
                                                    r.matches().self())))
                            .when(
                                    options.sample() != QueryOptions.ALL,
                                    t -> t.count("lookedUp", r -> r.matches().lookedUp()))
                            .when(decision != null, t -> t.part(Row::verdict, PairDecisions.table(decision))));
        }

        void print(String query, Answer answer) throws IOException {
            Matches matches = answer.matches();
            for (int i = 0; i < matches.matches().size(); i++) {
                rows.add(new Row(query, answer, i));
            }
            rows.flush();
            if (matches.lookedUp() < matches.minutiae()) {
                note(String.format(
                        Locale.ROOT,
                        "%s: looked up %,d of %,d minutiae, so the figures are estimates (--sample-minutiae)",
                        query,
                        matches.lookedUp(),
                        matches.minutiae()));
            }
            if (answer.isShort()) {
                TextWarnings.shorterThanChunk(query, scheme, console());
            }
            if (matches.minutiae() == 0) {
                TextWarnings.withoutMinutiae(query, scheme, console());
            } else if (matches.ignored() > 0) {
                warn(String.format(
                        Locale.ROOT,
                        "%s: ignored %,d of %,d minutiae, each in more than %,d documents (--max-df)",
                        query,
                        matches.ignored(),
                        matches.lookedUp(),
                        options.maxDf()));
            } else if (matches.matches().isEmpty()) {
                note(query + ": no document matches"
                        + (known ? String.format(Locale.ROOT, "; known %.4f", matches.known()) : ""));
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
     * @param isShort whether the text is shorter than a chunk
     */
    private record Answer(Matches matches, List<Verdict> verdicts, boolean isShort) {}

    /**
     * Answers queries with texts. Thread-safe.
     *
     * @param selection the selection of the queries, or null for that of the index
     * @param decision to be made for each match; needs the texts that the index stores
     */
    private record Answering(
            Snapshot snapshot, QueryOptions options, Selection selection, Optional<Decision> decision) {
        Answer query(Document text) {
            Matches matches = selection == null
                    ? snapshot.query(text.utf8(), options)
                    : snapshot.query(text.utf8(), selection, options);
            // Only a text of one minutia can be.
            boolean isShort = matches.minutiae() == 1
                    && TextWarnings.isShorterThanChunk(
                            Fingerprinter.of(snapshot.scheme()).fingerprint(text.utf8()));
            return new Answer(
                    matches, decision.map(d -> verdicts(d, text, matches)).orElse(List.of()), isShort);
        }

        private List<Verdict> verdicts(Decision by, Document text, Matches matches) {
            List<Verdict> verdicts = new ArrayList<>();
            Fingerprinter fingerprinter = Fingerprinter.of(snapshot.scheme());
            for (Match match : matches.matches()) {
                byte[] stored = snapshot.text(match.id()).orElseThrow();
                verdicts.add(by.of(fingerprinter.locate(text.utf8(), stored)));
            }
            return verdicts;
        }
    }

    /** Which sample of a query's minutiae is looked up. */
    private static final class QuerySample {
        @Option(names = "--sample-minutiae", paramLabel = "N")
        private Integer minutiae;

        @Option(names = "--sample-seed", paramLabel = "S", converter = SeedConverter.class)
        private Long seed;

        public QueryOptions to(QueryOptions options, Usage usage) {
            if (minutiae == null) {
                usage.refuse(
                        seed != null,
                        "--sample-seed has no effect without --sample-minutiae; add it, or leave this out");
                return options;
            }
            return options.sample(minutiae, seed == null ? 0 : seed);
        }
    }

    /** The options of queries that start from documents of the index. */
    private static final class LikeOption {
        @Option(names = "--like", paramLabel = "ID")
        private List<String> ids = List.of();

        @Option(names = "--like-ids", paramLabel = "FILE|-")
        private Path file;

        @Option(names = "--with-itself")
        private boolean withItself;

        public boolean given() {
            return !ids.isEmpty() || file != null;
        }

        public void check(Usage usage) {
            usage.refuse(
                    withItself && !given(),
                    "--with-itself has no effect without --like or --like-ids; add one, or leave this out");
        }
    }
}
