package io.whorl.cli;

import io.whorl.DiskSpaceException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RefusedDocument;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cli.IndexCommand.AfterCommit;
import io.whorl.cli.ReadingOptions.DatingOptions;
import io.whorl.cli.SourceDedup.DedupRun;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.SourceFacts;
import io.whorl.corpus.format.Skipped;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.IndexRebuild;
import io.whorl.rebuild.IndexRebuild.CommonMinutia;
import io.whorl.rebuild.RebuildOptions;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.commons.io.function.IOBiFunction;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that reads the documents of sources into an index: {@code build}, {@code rebuild} or {@code add}. */
abstract class IngestCommand extends IndexCommand {
    @Parameters(index = "1..*", arity = "1..*", paramLabel = "SOURCE")
    List<Path> sources;

    // The groups of subclasses have an order after these.
    @ArgGroup(exclusive = false, validate = false, heading = ReadingOptions.HEADING, order = 1)
    ReadingOptions reading = new ReadingOptions();

    @ArgGroup(exclusive = false, validate = false, heading = DatingOptions.HEADING, order = 2)
    DatingOptions dating = new DatingOptions();

    SkippedDocuments skipped;
    Consumer<RefusedDocument> refused;
    DocumentDates dates;
    private ReaderOptions readerOptions;
    private long started;

    /** Checks the other arguments, before anything is read. */
    abstract void prepare() throws IOException;

    /** Does the work, of which {@link #read} is a part. */
    abstract void ingest() throws IOException;

    /** What is done with the documents that were read if others could not be read. */
    String outcome() {
        return "the index holds what was read";
    }

    @Override
    @SuppressWarnings("try")
    public final Integer call() throws IOException {
        readerOptions = dating.over(reading.of(sources)).threads(whorl.threads);
        prepare();
        skipped = new SkippedDocuments(console(), reading);
        refused = skipped.refused();
        started = System.nanoTime();
        try (InterruptOnExit interruption = new InterruptOnExit();
                DocumentDates opened = DocumentDates.open(dating)) {
            dates = opened;
            ingest();
        }
        return skipped.exitCode(outcome());
    }

    final double seconds() {
        return Amount.secondsSince(started);
    }

    /** @param failed what the message of a failure says about the index, such as "nothing was built" */
    final <R> R read(String task, String failed, IOBiFunction<SourceReader, Progress, R> taking) throws IOException {
        R result;
        try (SourceReader documents = SourceReader.open(sources, readerOptions, skipped);
                Progress progress = documents.show(task, failed)) {
            result = taking.apply(documents, progress);
        }
        dates.report(console());
        return result;
    }

    /** Refuses to publish an index if all documents that were read are left out, unless this is allowed. */
    final void requireDocuments(BuildReport report, String failed) {
        if (report.index().documents() > 0 || reading.allowEmpty) {
            return;
        }
        StringJoiner reasons = new StringJoiner(", ").setEmptyValue("all documents");
        if (report.tooShort() > 0) {
            reasons.add(Amount.of(report.tooShort(), "document") + " shorter than --min-document");
        }
        if (report.refused() > 0) {
            reasons.add(Amount.of(report.refused(), "document") + " too large for the given memory");
        }
        throw new UncheckedIOException(new FailedException(
                "no document was indexed, so " + failed + "; left out: " + reasons + " (--allow-empty accepts this)"));
    }

    /** Notes for example {@code built i in 2.4 s: 91 documents, 1.5 MB of text, 0.6 MB/s}. Returns the seconds. */
    final double noteWork(String done, BuildReport report) {
        double seconds = seconds();
        double megabytes = report.textBytes() / Amount.MEGABYTE;
        String documents = Amount.of(report.index().documents(), "document");
        note(
                "%s%s in %.1f s: %s, %.1f MB of text, %.1f MB/s",
                done, index, seconds, documents, megabytes, megabytes / seconds);
        return seconds;
    }

    final Figures figures(BuildReport report, boolean duplicates) {
        Figures figures = figures(report.index());
        if (report.index().storedTextBytes() > 0) {
            figures.count("storedTextBytes", report.index().storedTextBytes());
        }
        if (report.index().storedFingerprintBytes() > 0) {
            figures.count("storedFingerprintBytes", report.index().storedFingerprintBytes());
        }
        SkippedDocuments.addTo(figures, skipped.counts())
                .count("repeatedIds", report.repeatedIds())
                .count("tooShort", report.tooShort())
                .count("withoutMinutiae", report.withoutMinutiae())
                .count("malformed", report.malformed());
        if (duplicates) {
            figures.count("exactDuplicates", report.duplicates().exact())
                    .count("lexicalDuplicates", report.duplicates().lexical())
                    .count("fingerprintDuplicates", report.duplicates().fingerprint());
        }
        return figures;
    }

    /** @param first the first few ids of the documents */
    final void warnOfEmpty(long count, List<String> first) {
        if (count > 0) {
            warn("warning: " + Amount.of(count, "document has", "documents have") + " no minutiae and can never match");
        }
        first.forEach(id -> warn("without minutiae: " + id));
        if (count > first.size()) {
            warn("without minutiae: %,d more", count - first.size());
        }
    }

    private static final class BuildingOptions {
        @Option(names = "--memory", paramLabel = "SIZE")
        private ByteSize memory;

        @Option(names = "--min-document", paramLabel = "N")
        private long minDocument;

        @Option(names = "--duplicates", paramLabel = "HOW")
        private Duplicates duplicates;

        @Option(names = "--store-text")
        private boolean storeText;

        @Option(names = "--store-fingerprints")
        private boolean storeFingerprints;

        /** @param defaults the options for which the user gives no value */
        BuildOptions over(BuildOptions defaults) throws IOException {
            return Usage.checked(() -> {
                BuildOptions options = defaults.minDocument(minDocument)
                        .repeatedIds(RepeatedIds.FIRST)
                        .storeText(defaults.storeText() || storeText)
                        .storeFingerprints(defaults.storeFingerprints() || storeFingerprints);
                options = memory == null ? options : options.memory(memory.checkedMemory(BuildOptions.LEAST_MEMORY));
                return duplicates == null ? options : options.duplicates(duplicates);
            });
        }
    }

    /** Builds a new index. */
    @Command(name = "build")
    static final class BuildCommand extends IngestCommand {
        private static final String OUTCOME = "nothing was built";

        @Option(names = "--force")
        private boolean force;

        @Mixin
        private BuildingOptions building;

        @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING, order = 3)
        private SchemeOptions schemeOptions = new SchemeOptions();

        private BuildOptions options;
        private Scheme scheme;

        @Override
        void prepare() throws IOException {
            options = building.over(BuildOptions.DEFAULT.replace(force).threads(whorl.threads));
            SourceCheck.check(index, sources);
            scheme = schemeOptions.scheme();
        }

        @Override
        void ingest() throws IOException {
            try (IndexBuilder builder = IndexBuilder.create(index, scheme, options, refused)) {
                print(build(builder), options.duplicates());
            }
        }

        private void print(BuildReport report, Duplicates duplicates) throws IOException {
            noteWork("built ", report);
            warn(skipped.count(), "could not be read and was skipped", "could not be read and were skipped");
            warn(
                    report.repeatedIds(),
                    "repeats the id of an earlier one and was left out",
                    "repeat the id of an earlier one and were left out");
            warn(
                    report.tooShort(),
                    "is shorter than --min-document and was left out",
                    "are shorter than --min-document and were left out");
            warnOfEmpty(report.withoutMinutiae(), report.firstWithoutMinutiae());
            noteDuplicates(report.duplicates(), duplicates);
            if (report.malformed() > 0) {
                warn("warning: " + Amount.of(report.malformed(), "malformed UTF-8 sequence")
                        + Amount.verb(report.malformed(), " is", " are") + " read as U+FFFD");
            }
            print(figures(report, duplicates.sought()));
        }

        private void warn(long documents, String one, String several) {
            if (documents > 0) {
                warn("warning: " + Amount.of(documents, "document") + " " + Amount.verb(documents, one, several));
            }
        }

        /** Names the first few documents that a build left out because they equal an earlier one. */
        private void noteDuplicates(Duplicates.Counts counts, Duplicates policy) {
            if (policy.kind().isEmpty()) {
                return;
            }
            // A duplicate counts as the strongest kind that it has. The requested kind and all stronger ones are left
            // out.
            Duplicates.Kind requested = policy.kind().orElseThrow();
            List<Duplicates.Example> named = counts.examples().stream()
                    .filter(e -> e.kind().compareTo(requested) <= 0)
                    .toList();
            named.forEach(
                    e -> note("left out: " + e.id() + " equals " + e.first() + " (" + Choice.name(e.kind()) + ")"));
            long all = counts.exact()
                    + (requested == Duplicates.Kind.EXACT ? 0 : counts.lexical())
                    + (requested == Duplicates.Kind.FINGERPRINT ? counts.fingerprint() : 0);
            if (all > named.size()) {
                note("left out as duplicates: %,d more", all - named.size());
            }
        }

        private BuildReport build(IndexBuilder builder) throws IOException {
            String state = "the unfinished files are removed, and an existing index is unchanged";
            return FailedException.during(
                    index + " cannot be built: ",
                    state,
                    () -> read("build", OUTCOME, (documents, progress) -> {
                        for (Optional<Document> d = documents.nextIndexed();
                                d.isPresent();
                                d = documents.nextIndexed()) {
                            builder.add(d.get().id(), d.get().utf8(), dates.of(d.get()));
                        }
                        progress.phase("sorting and writing");
                        return builder.finish(report -> requireDocuments(report, OUTCOME));
                    }));
        }
    }

    /** Replaces an index while the old one serves queries, or builds the first one in steps that can be resumed. */
    @Command(name = "rebuild")
    static final class RebuildCommand extends IngestCommand {
        /** What the message of a failure says about the index. */
        private static final String OUTCOME =
                "the index is unchanged, and the finished steps are kept; continue with --resume";
        /** The time after which the documents that were read become a finished step, however slow reading is. */
        private static final long CHECKPOINT_NANOS = TimeUnit.MINUTES.toNanos(2);

        private static final int SAMPLED_TEXT_BYTES = 1 << 20;
        private static final long SAMPLE_BYTES = 16 << 20;

        @Option(names = "--resume")
        private boolean resume;

        @Option(names = "--force")
        private boolean force;

        @Option(names = "--check")
        private boolean check;

        @Option(names = "--scheme", paramLabel = "FILE")
        private Path schemeFile;

        @Option(names = "--max-df", paramLabel = "N", converter = Converters.FrequencyLimit.class)
        private long maxDf = 1_000;

        @Option(names = "--report", paramLabel = "FILE")
        private Path reportFile;

        @Option(names = "--run-text", paramLabel = "SIZE", hidden = true)
        private ByteSize runText =
                new ByteSize(RebuildOptions.DEFAULT.buildOptions().runText());

        @Mixin
        private BuildingOptions building;

        @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING, order = 3)
        private SchemeOptions schemeOptions = new SchemeOptions();

        private final SampledTexts sample = new SampledTexts(SAMPLED_TEXT_BYTES, SAMPLE_BYTES);
        private RebuildOptions options;

        @Override
        void prepare() throws IOException {
            SourceCheck.check(index, sources);
            options = rebuildOptions().expectedText(expectedText());
        }

        @Override
        void ingest() throws IOException {
            try (IndexRebuild rebuild = open()) {
                if (resume) {
                    note("resuming after " + Amount.of(rebuild.resumed(), "document")
                            + ", which are read again but not processed again");
                }
                print(rebuild(rebuild), rebuild.scheme());
            }
        }

        /** Prints the report. Skipped documents, duplicates and common minutiae are a part of the result. */
        private void print(IndexRebuild.Report report, Scheme scheme) throws IOException {
            BuildReport build = report.build();
            double seconds = noteWork("rebuilt ", build);
            Figures figures = figures(build, true)
                    .count("maxDf", maxDf)
                    .count("overMaxDf", report.overMaxDf())
                    .count("textBytes", build.textBytes())
                    .hundredth("seconds", seconds)
                    .hundredth("megabytesPerSecond", build.textBytes() / Amount.MEGABYTE / seconds)
                    .count("runs", build.runs())
                    .count("resumedDocuments", report.resumed())
                    .count("temporaryBytes", build.temporaryBytes());
            SummaryFile.memory(figures);
            Map<Long, String> chunks = sample.chunks(scheme, report.commonMinutiae());
            boolean table = console().format() == Format.TABLE;
            if (table) {
                print(figures);
            }
            addList(
                    "skippedPlaces",
                    new Table<Skipped>()
                            .text("reason", s -> Choice.name(s.reason()))
                            .text("place", Skipped::place)
                            .text("detail", Skipped::detail),
                    skipped.first(),
                    figures);
            addList(
                    "firstWithoutMinutiae",
                    new Table<String>().text("id", id -> id),
                    build.firstWithoutMinutiae(),
                    figures);
            addList(
                    "duplicateExamples",
                    new Table<Duplicates.Example>()
                            .text("kind", e -> e.kind().name().toLowerCase(Locale.ROOT))
                            .text("id", Duplicates.Example::id)
                            .text("equals", Duplicates.Example::first),
                    build.duplicates().examples(),
                    figures);
            addList(
                    "commonMinutiae",
                    new Table<CommonMinutia>()
                            .text("minutia", c -> Long.toHexString(c.minutia()))
                            .count("documents", CommonMinutia::documents)
                            .text("holder", CommonMinutia::holder)
                            .text("text", c -> chunks.getOrDefault(c.minutia(), "")),
                    report.commonMinutiae(),
                    figures);
            if (!table) {
                print(figures);
            }
            if (reportFile != null) {
                ResultFile.at(reportFile).writeText(out -> figures.print(Format.JSON, out));
            }
        }

        /** Adds a list of the first few entries of its kind. A table follows the figures. */
        private <T> void addList(String name, Table<T> table, List<T> rows, Figures figures) throws IOException {
            if (console().format() == Format.TABLE && !rows.isEmpty()) {
                console().streams().out().write("\n" + Column.title(name) + "\n");
                console().print(table, rows);
            }
            figures.json(name, table.json(rows));
        }

        /** Returns the size of the sources, from which the disk space is estimated, or 0 if it is unknown. */
        private long expectedText() throws IOException {
            boolean known = reading.readsAll() && sources.stream().noneMatch(SourceCheck::isStandardInput);
            return known ? SourceFacts.bytes(sources) : 0;
        }

        private IndexRebuild open() throws IOException {
            if (resume) {
                return IndexRebuild.resume(index, options);
            }
            boolean unfinished = Files.exists(index.resolve("rebuild"));
            boolean first = !IndexFiles.exists(index);
            try {
                IndexRebuild begun = IndexRebuild.begin(index, options);
                if (first) {
                    note("there is no index at " + index + ": creating the first one");
                }
                if (unfinished) {
                    note("starting from the beginning: the steps of an unfinished rebuild are discarded");
                }
                return begun;
            } catch (DiskSpaceException e) {
                throw new FailedException(
                        e.getMessage() + " (estimated from the size of the sources; --force starts anyway)");
            }
        }

        /** Adds all documents in finished steps that survive a failure, and puts the new index in place. */
        private IndexRebuild.Report rebuild(IndexRebuild rebuild) throws IOException {
            rebuild.onRefused(refused);
            rebuild.preferHolders(sample::contains);
            return FailedException.during(
                    index + " cannot be rebuilt: ",
                    OUTCOME,
                    () -> read("rebuild", OUTCOME, (documents, progress) -> {
                        addAll(documents, rebuild);
                        progress.phase("merging, checking, replacing");
                        return rebuild.finish(built -> requireDocuments(built, "the index is unchanged"));
                    }));
        }

        private void addAll(SourceReader documents, IndexRebuild rebuild) throws IOException {
            long checkpoint = System.nanoTime();
            for (Optional<Document> d = documents.nextIndexed(); d.isPresent(); d = documents.nextIndexed()) {
                rebuild.add(d.get().id(), d.get().utf8(), dates.of(d.get()));
                sample.add(d.get().id(), d.get().utf8());
                if (System.nanoTime() - checkpoint > CHECKPOINT_NANOS) {
                    rebuild.checkpoint();
                    checkpoint = System.nanoTime();
                }
            }
        }

        private RebuildOptions rebuildOptions() throws IOException {
            outputs().check();
            refuse(maxDf < 1, "--max-df is " + maxDf + "; it must be at least 1");
            if (resume) {
                SourceCheck.requireRepeatable(sources, "--resume");
            }
            BuildOptions defaults = checked(() -> RebuildOptions.DEFAULT
                    .buildOptions()
                    .threads(whorl.threads)
                    .runText(runText.bytes())
                    .memory(SummaryFile.memoryForBuilds())
                    .duplicates(Duplicates.KEEP));
            Map<String, String> facts = reading.facts();
            facts.putAll(dating.facts());
            facts.putAll(DedupRun.facts(sources));
            RebuildOptions given = RebuildOptions.DEFAULT
                    .buildOptions(building.over(defaults))
                    .facts(facts)
                    .force(force)
                    .checkContents(check)
                    .maxDf(maxDf);
            refuse(
                    schemeFile != null && isAnyGiven(SchemeOptions.HEADING),
                    "--scheme contradicts other options of a scheme");
            if (schemeFile != null) {
                return given.scheme(SchemeOptions.read(schemeFile));
            }
            boolean first = !resume && !IndexFiles.exists(index);
            return first || isAnyGiven(SchemeOptions.HEADING) ? given.scheme(schemeOptions.scheme()) : given;
        }
    }

    /** Adds documents to an index, in one commit. */
    @Command(name = "add")
    static final class AddCommand extends IngestCommand {
        /** The documents without minutiae that are named. */
        private static final int MOST_EMPTY = 20;

        @Override
        void prepare() throws IOException {
            SourceCheck.check(index, sources);
        }

        @Override
        String outcome() {
            return "the documents that were read are added";
        }

        @Override
        void ingest() throws IOException {
            AfterCommit after = new AfterCommit(console(), index);
            try (IndexWriter writer = writer(index)) {
                long before = documents(writer);
                long added = read("add", "nothing was added", (documents, progress) -> {
                    List<String> firstEmpty = new ArrayList<>();
                    long[] empty = new long[1];
                    Iterator<NewDocument> all = Lookahead.of(
                            () -> documents.nextIndexed().map(d -> new NewDocument(d.id(), d.utf8(), dates.of(d))));
                    long count = writer.addAll(() -> all, refused, id -> {
                        if (++empty[0] <= MOST_EMPTY) {
                            firstEmpty.add(id);
                        }
                    });
                    warnOfEmpty(empty[0], firstEmpty);
                    progress.phase("writing");
                    writer.commit();
                    progress.phase("merging");
                    after.merge(writer);
                    return count;
                });
                print(added, before, documents(writer));
                after.close(writer);
            }
        }

        private static long documents(IndexWriter writer) {
            try (Snapshot snapshot = writer.snapshot()) {
                return snapshot.documents();
            }
        }

        private void print(long added, long before, long now) throws IOException {
            note(
                    "added %s to %s in %.1f s; the index has %s now",
                    Amount.of(added, "document"), index, seconds(), Amount.of(now, "document"));
            print(new Figures()
                    .count("added", added)
                    .count("replaced", before + added - now)
                    .count("skipped", skipped.count())
                    .count("documents", now));
        }
    }

    /**
     * A random sample of a stream of texts in bounded memory. When the sample is full, it drops half of its texts at
     * random, and accepts half as many of the texts that follow. The same stream gives the same sample. One thread.
     */
    static final class SampledTexts {
        /** The bytes that each text takes in addition to its own, so that the number of empty texts is bounded too. */
        static final int OVERHEAD = 128;

        private final Random random = new Random(1);
        /** By id. */
        private final Map<String, byte[]> texts = new LinkedHashMap<>();

        private final int longest;
        private final long most;
        private long bytes;
        private int halvings;

        /**
         * @param longest the number of bytes that are kept of a text, from its start
         * @param most the number of bytes of the sample, with {@link #OVERHEAD} for each text; at least those of one
         *     text
         */
        SampledTexts(int longest, long most) {
            this.longest = longest;
            this.most = most;
        }

        void add(String id, byte[] text) {
            if (random.nextLong() >>> 1 > Long.MAX_VALUE >>> halvings) {
                return;
            }
            byte[] kept = text.length <= longest ? text : Arrays.copyOf(text, longest);
            if (texts.putIfAbsent(id, kept) != null) {
                return;
            }
            bytes += size(id, kept);
            while (bytes > most) {
                halvings++;
                texts.values().removeIf(t -> random.nextBoolean());
                bytes = texts.entrySet().stream()
                        .mapToLong(e -> size(e.getKey(), e.getValue()))
                        .sum();
            }
        }

        private static long size(String id, byte[] text) {
            return (long) Character.BYTES * id.length() + text.length + OVERHEAD;
        }

        boolean contains(String id) {
            return texts.containsKey(id);
        }

        List<byte[]> texts() {
            return List.copyOf(texts.values());
        }

        /**
         * Returns the text of the chunk of each minutia whose holder is in the sample. An index stores minutiae, but
         * not their chunks.
         */
        Map<Long, String> chunks(Scheme scheme, List<CommonMinutia> minutiae) {
            Fingerprinter fingerprinter = Fingerprinter.of(scheme);
            Set<Long> wanted = minutiae.stream().map(CommonMinutia::minutia).collect(Collectors.toSet());
            Map<Long, String> chunks = new HashMap<>();
            for (CommonMinutia minutia : minutiae) {
                // The text of another one may have it already.
                if (!chunks.containsKey(minutia.minutia()) && contains(minutia.holder())) {
                    fingerprinter.trace(texts.get(minutia.holder())).stream()
                            .filter(traced -> wanted.contains(traced.minutia()))
                            .forEach(traced -> chunks.putIfAbsent(traced.minutia(), traced.text()));
                }
            }
            return chunks;
        }
    }
}
