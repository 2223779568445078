package io.whorl.cli;

import io.whorl.cli.ComparisonOptions.SurvivingOptions.KeepRule;
import io.whorl.cli.DocumentLog.Change;
import io.whorl.cli.DocumentLog.DocumentEntry;
import io.whorl.cli.ReadingOptions.DatingOptions;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.SimilarityOptions.Keep;
import io.whorl.cluster.Survivors;
import io.whorl.cluster.Survivors.Dropped;
import io.whorl.corpus.CorpusReader.Position;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.SourceFacts;
import io.whorl.corpus.format.Skipped;
import io.whorl.measure.Measure;
import io.whorl.minutiae.DocumentDigests;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.IndexRebuild;
import io.whorl.rebuild.RebuildOptions;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import io.whorl.store.IndexFiles;
import io.whorl.store.LongTriples;
import io.whorl.store.ScratchSpace;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Finds the superfluous documents of sources, and writes the others.
 *
 * <pre>
 * read ─► temporary index, log of documents ─► decide ─► numbers of dropped documents ─► {@link Target} ─► print
 * </pre>
 *
 * <ol>
 *   <li>A step depends on the sources and the options alone. One that was cut short is done again with the same result.
 *   <li>In the temporary index, the id of a document is its key by the rule, and its number in the order of the
 *       sources. So equal ids do no harm, and the order of ids is that in which documents survive.
 *   <li>If the sources are not what they were when the run began, it fails.
 * </ol>
 *
 * @param rebuild how the temporary index is built, with its scheme
 * @param omissions the templates of series of ids that are left out of the documents
 * @param dropUnread whether what cannot be read is not written
 */
record SourceDedup(
        DedupRun run,
        KeepRule rule,
        DatingOptions dating,
        RebuildOptions rebuild,
        SimilarityOptions survivors,
        OmissionOptions omissions,
        boolean dropUnread) {
    private static final String INDEX = "index";
    private static final String READ = "read";
    private static final String DECIDED = "decided";
    private static final String DECISIONS = "decisions";
    private static final long HEAP_FRACTION = 32;
    private static final int DIGITS = 10;
    private static final long CHECKPOINT_NANOS = TimeUnit.MINUTES.toNanos(2);

    /** Does all steps that are not finished. Returns the exit code. */
    public int steps() throws IOException {
        Read read = read();
        run.requireUnchanged();
        Decided decided = decide();
        if (run.target().isPresent()) {
            run.target().get().finish(run, decided.figures().dropped());
            if (read.unread() > 0) {
                run.console()
                        .note("left out " + Amount.of(read.unread(), "record or file", "records or files")
                                + " that cannot be read");
            }
        }
        print(read, decided);
        return read.exit();
    }

    @SuppressWarnings("try")
    private Read read() throws IOException {
        WorkDirectory work = run.work();
        Path index = work.file(INDEX);
        boolean begun = Files.exists(index.resolve("rebuild").resolve("JOURNAL"));
        Optional<Read> read = work.step(READ, Read.class);
        if (read.isPresent() && !begun && IndexFiles.exists(index)) {
            String skipped = SkippedDocuments.totals(read.get().skipped());
            if (!skipped.isEmpty()) {
                run.console().warn("the earlier run could not read all documents: " + skipped);
            }
            return read.get();
        }
        work.undo(READ);
        if (!begun && Files.exists(index)) {
            WorkDirectory.remove(index, index);
        }
        if (!begun) {
            work.undo(Reached.STEP);
        }
        Reached from = work.step(Reached.STEP, Reached.class).orElse(Reached.NOTHING);
        SkippedDocuments skipped = new SkippedDocuments(run.console(), run.reading());
        skipped.addCounts(from.read().skipped());
        Reached[] reached = {from};
        try (DocumentLog.Writer log = new DocumentLog.Writer(work, run.target(), from.read(), from.entries());
                IndexRebuild rebuild =
                        begun ? IndexRebuild.resume(index, rebuild()) : IndexRebuild.begin(index, rebuild());
                SourceReader reader = SourceReader.open(
                        run.sources(),
                        run.reader(),
                        skipped,
                        s -> {
                            skipped.accept(s);
                            if (dropUnread) {
                                log.addUnread(s);
                            }
                        },
                        from.position(),
                        position -> reached[0] = canBeginLater()
                                ? new Reached(position, log.read(skipped.counts(), 0), log.bytes())
                                : from);
                Progress progress = reader.show("read", run.outcome());
                RuleKeys keys = new RuleKeys(rule, dating)) {
            rebuild.pass(log.documents());
            reader.addIndexed(log.documents());
            rebuild.onRefused(skipped.refused());
            Reached durable = from;
            long checkpoint = System.nanoTime();
            for (Optional<Document> next = reader.nextIndexed(); next.isPresent(); next = reader.nextIndexed()) {
                Document document = next.get();
                rebuild.add(id(keys.of(document), log.documents()), document.utf8());
                log.add(document);
                if (System.nanoTime() - checkpoint > CHECKPOINT_NANOS) {
                    rebuild.checkpoint();
                    checkpoint = System.nanoTime();
                }
                if (reached[0] != durable && reached[0].read().documents() <= rebuild.finished()) {
                    durable = reached[0];
                    log.force();
                    work.finish(Reached.STEP, durable);
                }
            }
            keys.report(run.console());
            log.force();
            Read done = log.read(skipped.counts(), skipped.exitCode("the documents that were read are compared"));
            work.finish(READ, done);
            progress.phase("merging, checking");
            rebuild.finish();
            return done;
        }
    }

    /** Whether all is known without reading again: other rules count the keys of documents, a limit the documents. */
    private boolean canBeginLater() {
        Keep kind = rule.kind();
        return (kind == Keep.FIRST || kind == Keep.LONGEST) && run.reader().limit() == ReaderOptions.DEFAULT.limit();
    }

    private static String id(String key, long number) {
        String digits = Long.toString(number);
        return key + "0".repeat(DIGITS - digits.length()) + digits;
    }

    private static long number(String id) {
        return Long.parseLong(id, id.length() - DIGITS, id.length(), 10);
    }

    private Decided decide() throws IOException {
        WorkDirectory work = run.work();
        Optional<Decided> done = work.step(DECIDED, Decided.class);
        if (done.isPresent()) {
            return done.get();
        }
        try (DocumentLog log = new DocumentLog(work);
                Snapshot snapshot = Snapshot.open(work.file(INDEX));
                Survivors survivors = run.console()
                        .search(
                                "compare",
                                snapshot,
                                shown -> snapshot.survivors(options(log).progress(shown)));
                WorkDirectory.Output decisions = work.create(DECISIONS);
                LongTriples dropped = longTriples()) {
            long droppedBytes = 0;
            while (survivors.hasNext()) {
                Dropped d = survivors.next();
                long drop = number(d.drop());
                decisions.writeLong(drop);
                decisions.writeLong(number(d.keep()));
                decisions.writeLong(d.cluster());
                decisions.writeDouble(d.score());
                dropped.add(drop, 0, 0);
                droppedBytes += log.get(drop).textBytes();
            }
            decisions.force();
            try (WorkDirectory.Output changes = work.create(DocumentLog.CHANGES)) {
                for (LongTriples.Sorted inOrder = dropped.sort(); inOrder.next(); ) {
                    new Change(inOrder.first()).write(changes);
                }
                Change.end(changes);
            }
            RepeatedIds repeated = checkIds(log);
            omissions.report(survivors, this.survivors, run.console());
            Decided decided = new Decided(survivors.figures(), droppedBytes, repeated);
            work.finish(DECIDED, decided);
            survivors.removeWork();
            return decided;
        }
    }

    /** Sorts in a part of the heap: what does not fit is sorted on disk. */
    private LongTriples longTriples() {
        return new LongTriples(
                Runtime.getRuntime().maxMemory() / HEAP_FRACTION,
                new ScratchSpace(run.work().path()));
    }

    /** Counts repeated ids, and warns of those of templates that no document has. */
    private RepeatedIds checkIds(DocumentLog log) throws IOException {
        Set<String> unknown = new HashSet<>(omissions.seriesIds());
        MessageDigest sha = DocumentDigests.sha256();
        try (LongTriples digests = longTriples();
                DocumentLog.Cursor all = new DocumentLog.Cursor(run.work())) {
            for (var next = all.next(); next.isPresent(); next = all.next()) {
                if (!next.get().isUnread()) {
                    unknown.remove(next.get().id());
                    byte[] digest = sha.digest(next.get().id().getBytes(StandardCharsets.UTF_8));
                    digests.add(ByteBuffer.wrap(digest).getLong(), next.get().number(), 0);
                }
            }
            OmissionOptions.warnOfUnknown(unknown.size(), "the sources do", run.console());
            LongTriples.Sorted sorted = digests.sort();
            long count = 0;
            long example = 0;
            long digest = 0;
            for (long first = -1; sorted.next(); digest = sorted.first()) {
                if (first >= 0 && sorted.first() == digest) {
                    count++;
                    example = first;
                } else {
                    first = sorted.second();
                }
            }
            return count == 0
                    ? RepeatedIds.NONE
                    : new RepeatedIds(count, log.get(example).id());
        }
    }

    /** Templates are those of the documents' own ids, which the temporary index does not have. */
    private SimilarityOptions options(DocumentLog log) {
        SimilarityOptions options = survivors.work(run.work().file("pairs")).resume(true);
        if (omissions.templates().isEmpty()) {
            return options;
        }
        Templates given = omissions.templates().get();
        Series series =
                new Series(given.series().description(), id -> given.series().of(id(log, number(id))));
        return options.templates(given.series(series));
    }

    private static String id(DocumentLog log, long number) {
        try {
            return log.get(number).id();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void print(Read read, Decided decided) throws IOException {
        Console console = run.console();
        Survivors.Figures figures = decided.figures();
        DedupSummary summary = new DedupSummary();
        summary.sources(read.bytes(), decided.droppedBytes(), read.skipped(), decided.repeated());
        try (DocumentLog log = new DocumentLog(run.work());
                DataInputStream decisions = run.work().input(DECISIONS);
                Table<Dropped>.Rows rows = DedupSummary.open(console, survivors.measure())) {
            DocumentEntry keep = null;
            for (long n = 0;
                    n < figures.dropped()
                            && !(console.isClosed() && run.summary().isEmpty());
                    n++) {
                DocumentEntry drop = log.get(decisions.readLong());
                long kept = decisions.readLong();
                keep = keep != null && keep.number() == kept ? keep : log.get(kept);
                Dropped d = new Dropped(drop.id(), keep.id(), decisions.readLong(), decisions.readDouble());
                rows.add(d);
                summary.add(d.cluster(), shown(drop), shown(keep), d.score());
            }
        }
        omissions.reportIgnored(figures.ignored(), console);
        summary.print(figures, read.documents(), console, run.summary());
    }

    private static DedupSummary.Shown shown(DocumentEntry entry) {
        return new DedupSummary.Shown(entry.id(), entry::beginning);
    }

    /**
     * A run that drops a part of sources: what it reads, and where its results and finished steps go.
     *
     * @param reader how the sources are read
     * @param target where the rest is written; empty if it is not
     * @param facts those of the sources when the run began
     * @param outcome what the message of a failure says about the state
     */
    public record DedupRun(
            List<Path> sources,
            ReaderOptions reader,
            ReadingOptions reading,
            Optional<Target> target,
            WorkDirectory work,
            Map<String, String> facts,
            Optional<SummaryFile> summary,
            Console console,
            String outcome) {
        /** Facts about sources by which a change is noticed; standard input and pipes have none. */
        public static Map<String, String> facts(List<Path> sources) throws IOException {
            return SourceFacts.of(sources.stream()
                    .filter(s -> !SourceCheck.isStandardInput(s))
                    .toList());
        }

        /** Fails if the sources are not what they were when the run began. */
        void requireUnchanged() throws IOException {
            Map<String, String> now = facts(sources);
            for (Map.Entry<String, String> fact : facts.entrySet()) {
                if (!fact.getValue().equals(now.get(fact.getKey()))) {
                    throw new FailedException("the sources have changed while they were read: the " + fact.getKey()
                            + " was " + fact.getValue() + " and is " + now.getOrDefault(fact.getKey(), "unknown")
                            + "; start from the beginning, without --resume");
                }
            }
        }
    }

    /**
     * What was read.
     *
     * @param unread the number of records and files that could not be read, if they are logged
     * @param counts the number of documents that were not read, for each reason
     * @param exit the exit code: not 0 if a source breaks off
     */
    record Read(long documents, long bytes, long unread, String counts, int exit) {
        static final Read NOTHING = new Read(0, 0, 0, "", 0);

        Map<Skipped.Reason, Long> skipped() {
            return SkippedDocuments.counts(counts);
        }
    }

    /**
     * A place in the sources at which the step of reading can be continued.
     *
     * @param read what was read before
     * @param entries the size of the log of documents
     */
    record Reached(Position position, Read read, long entries) {
        static final Reached NOTHING = new Reached(Position.START, Read.NOTHING, 0);
        private static final String STEP = "reached";
    }

    /** The second step: which documents are dropped. Their numbers are in a file. */
    record Decided(Survivors.Figures figures, long droppedBytes, RepeatedIds repeated) {}

    /**
     * The keys of documents by a rule, in the order in which documents survive: the strings are in the order of the
     * rule. No key is the beginning of another. One thread.
     */
    private static final class RuleKeys implements Closeable {
        private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,300}(\\.\\d{1,300})?([eE][+-]?\\d{1,3})?");
        private static final HexFormat HEX = HexFormat.of();
        /** After all hexadecimal digits. */
        private static final String NONE = "~";

        private static final String NUMBERS = "1";
        private static final String TEXTS = "2";
        private static final int LONGEST_TEXT = 100;

        private final KeepRule rule;
        private final DocumentDates dates;
        private long with;
        private long without;

        RuleKeys(KeepRule rule, DatingOptions dating) throws IOException {
            this.rule = rule;
            dates = DocumentDates.open(dating);
        }

        /** Returns the key of a document; empty if the rule needs none. */
        String of(Document document) {
            Optional<String> key =
                    switch (rule.kind()) {
                        case FIRST, LONGEST -> Optional.of("");
                        case OLDEST -> dates.of(document).map(RuleKeys::date);
                        case LEAST_KEY -> document.date().map(this::value);
                    };
            with += key.isPresent() ? 1 : 0;
            without += key.isPresent() ? 0 : 1;
            return key.orElse(NONE);
        }

        private static String date(Instant date) {
            return HEX.toHexDigits(date.toEpochMilli() ^ Long.MIN_VALUE);
        }

        /** Numbers come before texts. */
        private String value(String value) {
            String stripped = value.strip();
            double number = NUMBER.matcher(stripped).matches() ? Double.parseDouble(stripped) : Double.NaN;
            if (Double.isFinite(number)) {
                // Adding 0 makes −0 equal to 0.
                long bits = Double.doubleToLongBits(number + 0.0);
                long ascending = bits ^ ((bits >> (Long.SIZE - 1)) | Long.MIN_VALUE);
                return NUMBERS + HEX.toHexDigits(rule.least() ? ascending : ~ascending);
            }
            byte[] utf8 = stripped.getBytes(StandardCharsets.UTF_8);
            byte[] cut = Arrays.copyOf(utf8, Math.min(utf8.length, LONGEST_TEXT));
            for (int i = 0; !rule.least() && i < cut.length; i++) {
                cut[i] = (byte) ~cut[i];
            }
            // A text comes before its continuations, or after them.
            return TEXTS + HEX.formatHex(cut) + (rule.least() ? '!' : 'g');
        }

        /**
         * Prints how many documents have no key.
         *
         * @throws FailedException if none has one
         */
        void report(Console console) throws FailedException {
            boolean oldest = rule.kind() == Keep.OLDEST;
            String what = oldest ? "date" : "field \"" + rule.field() + "\"";
            if (oldest) {
                dates.report(console);
            }
            if (without > 0 && with == 0) {
                throw new FailedException("no document has a " + what + ", which --keep " + rule + " needs"
                        + (oldest ? "; give --dates or --date-field" : ""));
            }
            if (without > 0) {
                console.warn("warning: " + Amount.of(without, "document has", "documents have")
                        + " no " + what + ", and " + Amount.verb(without, "comes", "come")
                        + " last in the order of --keep " + rule);
            }
        }

        @Override
        public void close() throws IOException {
            dates.close();
        }
    }

    /**
     * The documents whose id an earlier document has. Ids are compared by 64 bits of a digest, so a count may be wrong
     * by one with a chance of n² / 2^65 for n documents.
     *
     * @param example one of their ids; empty if there are none
     */
    record RepeatedIds(long count, String example) {
        static final RepeatedIds NONE = new RepeatedIds(0, "");
    }

    /** What was dropped, in figures and samples: the largest clusters, and of each the documents that scored lowest. */
    public static final class DedupSummary {
        private static final int CLUSTERS = 5;
        private static final int SAMPLES = 3;
        private static final int SNIPPET = 60;
        private static final double HUNDRED = 100;

        /**
         * A document of a cluster.
         *
         * @param beginning gives the beginning of its text, or nothing; called late and for few
         */
        public record Shown(String id, Supplier<String> beginning) {}

        private record Sample(Shown document, double score) {}

        private static final class Largest {
            private final Shown keep;
            private final List<Sample> lowest = new ArrayList<>();
            private long dropped;

            private Largest(Shown keep) {
                this.keep = keep;
            }
        }

        private final List<Largest> largest = new ArrayList<>();
        private long lastCluster;
        private long bytes;
        private long droppedBytes;
        private Map<Skipped.Reason, Long> skipped = Map.of();
        private RepeatedIds repeated = RepeatedIds.NONE;

        /** Adds a dropped document; those of one cluster one after another, the largest cluster first. */
        public void add(long cluster, Shown drop, Shown keep, double score) {
            if (cluster != lastCluster) {
                lastCluster = cluster;
                if (largest.size() < CLUSTERS) {
                    largest.add(new Largest(keep));
                }
            }
            if (cluster <= largest.size()) {
                Largest of = largest.get((int) cluster - 1);
                of.dropped++;
                of.lowest.add(new Sample(drop, score));
                // Stable, so of equal scores the first documents stay.
                of.lowest.sort(Comparator.comparingDouble(Sample::score));
                if (of.lowest.size() > SAMPLES) {
                    of.lowest.remove(SAMPLES);
                }
            }
        }

        /**
         * Sets what is known of sources.
         *
         * @param all the bytes of all texts
         * @param skippedOf the number of documents that were not read, for each reason
         */
        void sources(long all, long dropped, Map<Skipped.Reason, Long> skippedOf, RepeatedIds repeatedOf) {
            bytes = all;
            droppedBytes = dropped;
            skipped = skippedOf;
            repeated = repeatedOf;
        }

        /**
         * Prints notes, and writes a file.
         *
         * @param read the documents of the sources or of the index; those that are not in the figures are kept too
         */
        public void print(Survivors.Figures figures, long read, Console console, Optional<SummaryFile> file)
                throws IOException {
            long dropped = figures.dropped();
            String share = bytes > 0
                    ? percent(droppedBytes, bytes) + " of the bytes"
                    : percent(figures.droppedWords(), figures.words()) + " of the words";
            console.note("kept " + Amount.of(read - dropped, "document") + " and dropped "
                    + Amount.of(dropped, "document") + " (" + percent(dropped, read) + ", " + share + ") for "
                    + Amount.of(figures.clusters(), "survivor"));
            if (figures.equal() > 0) {
                console.note(Amount.of(figures.equal(), "dropped document has", "dropped documents have")
                        + " the same fingerprint as the survivor");
            }
            long empty = figures.withoutMinutiae();
            if (empty > 0) {
                console.note(Amount.of(empty, "document is", "documents are")
                        + " kept without a comparison, for want of minutiae");
            }
            if (repeated.count() > 0) {
                console.warn("warning: " + Amount.of(repeated.count(), "document has", "documents have")
                        + " an id that an earlier document has, such as " + repeated.example()
                        + "; each document is judged on its own");
            }
            if (!largest.isEmpty()) {
                console.note("the largest clusters, each with the lowest scores:");
            }
            for (Largest of : largest) {
                console.note("  " + Amount.of(of.dropped, "document") + " dropped for " + line(of.keep));
                for (Sample sample : of.lowest) {
                    console.note(String.format(Locale.ROOT, "    %.4f  ", sample.score) + line(sample.document));
                }
            }
            if (file.isPresent()) {
                file.get().write(all(figures, read), bytes);
            }
        }

        private static String line(Shown document) {
            byte[] text = document.beginning().get().getBytes(StandardCharsets.UTF_8);
            return document.id() + (text.length == 0 ? "" : "  " + Snippet.quoted(text, 0, text.length, SNIPPET));
        }

        static String percent(long part, long all) {
            return String.format(Locale.ROOT, "%.1f %%", all == 0 ? 0 : HUNDRED * part / all);
        }

        private Figures all(Survivors.Figures figures, long read) throws IOException {
            Figures all = new Figures()
                    .count("documents", read)
                    .count("kept", read - figures.dropped())
                    .count("dropped", figures.dropped())
                    .count("clusters", figures.clusters())
                    .count("equalFingerprints", figures.equal())
                    .count("withoutMinutiae", figures.withoutMinutiae())
                    .count("words", figures.words())
                    .count("droppedWords", figures.droppedWords());
            if (bytes > 0) {
                all.count("bytes", bytes).count("droppedBytes", droppedBytes).count("repeatedIds", repeated.count());
                SkippedDocuments.addTo(all, skipped);
            }
            return all.count("ignoredMinutiae", figures.ignored().minutiae())
                    .count("ignoredPostings", figures.ignored().postings())
                    .json("largest", largestJson());
        }

        private String largestJson() throws IOException {
            record Row(int cluster, Largest of, Sample sample) {}

            List<Row> rows = new ArrayList<>();
            for (int c = 0; c < largest.size(); c++) {
                for (Sample sample : largest.get(c).lowest) {
                    rows.add(new Row(c + 1, largest.get(c), sample));
                }
            }
            return new Table<Row>()
                    .count("cluster", Row::cluster)
                    .count("dropped", r -> r.of().dropped)
                    .text("keep", r -> r.of().keep.id())
                    .text("keepText", r -> r.of().keep.beginning().get())
                    .text("drop", r -> r.sample().document.id())
                    .number("score", r -> Value.ratio(r.sample().score))
                    .text("dropText", r -> r.sample().document.beginning().get())
                    .json(rows);
        }

        /** Opens the result: a record for each dropped document. A table names the measure in its first line. */
        public static Table<Dropped>.Rows open(Console console, Measure measure) throws IOException {
            return console.open(new Table<Dropped>()
                    .text("drop", Dropped::drop)
                    .text("keep", Dropped::keep)
                    .count("cluster", Dropped::cluster)
                    .column(Column.score(measure), d -> Value.score(measure, d.score()))
                    .when(console.format() != Format.TABLE, t -> t.text("measure", d -> measure.label())));
        }
    }
}
