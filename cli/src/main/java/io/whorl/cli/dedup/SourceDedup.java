package io.whorl.cli.dedup;

import io.whorl.DiskSpaceException;
import io.whorl.cli.console.ClosedOutputException;
import io.whorl.cli.console.Console;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.Progress;
import io.whorl.cli.console.ResultFile;
import io.whorl.cli.dedup.DedupSummary.DropRecords;
import io.whorl.cli.dedup.DocumentLog.DocumentEntry;
import io.whorl.cli.option.DatingOptions;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.option.SourceCheck;
import io.whorl.cli.option.SurvivingOptions.KeepRule;
import io.whorl.cli.output.Amount;
import io.whorl.cli.output.Table;
import io.whorl.cli.report.LeftOutMinutiae;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Dropped;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.cluster.Survivors;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.SourceFacts;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.RebuildOptions;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds the superfluous documents of sources, and writes the others. The steps are: read, decide, write, print. Each
 * depends on the sources and the options alone, so a step that was cut short is done again with the same result.
 */
public final class SourceDedup {
    private static final String DECIDED = "decided";
    private static final String WRITTEN = "written";

    private final DedupRequest request;
    private final WorkDirectory work;
    private final LeftOutMinutiae leftOut;
    private final Console console;
    private final String outcome;

    /**
     * @param leftOut reports the templates that are left out
     * @param outcome what the message of a failure says about the state
     */
    public SourceDedup(
            DedupRequest request, WorkDirectory work, LeftOutMinutiae leftOut, Console console, String outcome) {
        this.request = request;
        this.work = work;
        this.leftOut = leftOut;
        this.console = console;
        this.outcome = outcome;
    }

    /** Whether the run in this directory has completed its output, so that the target may exist. */
    static boolean hasWritten(WorkDirectory work) throws IOException {
        return work.step(WRITTEN).isPresent();
    }

    /** Facts about sources by which a change is noticed; standard input and pipes have none. */
    public static Map<String, String> facts(List<Path> sources) throws IOException {
        return SourceFacts.of(
                sources.stream().filter(s -> !SourceCheck.isStandardInput(s)).toList());
    }

    /**
     * Does all steps that are not finished.
     *
     * @param facts those of the sources when the run began
     * @return the exit code
     */
    public int run(Map<String, String> facts, Optional<ResultFile> summary) throws IOException {
        try {
            SourceIndex.Read read = new SourceIndex(request, work, console, outcome).run();
            SourceIndex.requireSame(facts, facts(request.sources()));
            Map<String, String> decided = decide(read.documents());
            if (request.target().isPresent()) {
                write(request.target().get(), FigureFields.figures(decided), facts);
            }
            print(read, decided, summary);
            return read.exit();
        } catch (DiskSpaceException e) {
            throw new FailedException(e.getMessage() + " (" + outcome + ")");
        } catch (UncheckedIOException e) {
            throw failed(e.getCause());
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private IOException failed(IOException e) {
        // A closed pipe is not a failure.
        if (e instanceof FailedException || e instanceof ClosedOutputException) {
            return e;
        }
        String why = e instanceof ClosedByInterruptException || e.getMessage() == null ? "interrupted" : e.getMessage();
        return (FailedException) new FailedException(why + "; " + outcome).initCause(e);
    }

    private Map<String, String> decide(long documents) throws IOException {
        Optional<Map<String, String>> done = work.step(DECIDED);
        if (done.isPresent()) {
            return done.get();
        }
        try (DocumentLog log = new DocumentLog(work);
                Snapshot snapshot = Snapshot.open(SourceIndex.index(work));
                Survivors survivors = find(snapshot, options(log));
                Decisions.Writer decisions = new Decisions.Writer(work, documents)) {
            long droppedBytes = 0;
            while (survivors.hasNext()) {
                Dropped d = survivors.next();
                long drop = SourceIndex.number(d.drop());
                decisions.add(new Decisions.Decision(drop, SourceIndex.number(d.keep()), d.cluster(), d.score()));
                droppedBytes += log.get(drop).textBytes();
            }
            decisions.force();
            reportLeftOut(survivors, log);
            Map<String, String> fields =
                    FigureFields.of(survivors.figures(), droppedBytes, RepeatedIds.count(work, log));
            work.finish(DECIDED, fields);
            survivors.removeWork();
            return fields;
        }
    }

    /** Templates are those of the documents' own ids, which the temporary index does not have. */
    private SurvivorOptions options(DocumentLog log) {
        SurvivorOptions options = request.survivors().work(work.file("pairs")).resume(true);
        if (request.templates().isEmpty()) {
            return options;
        }
        Templates given = request.templates().get();
        Series series =
                Series.of(given.series().description(), id -> given.series().of(id(log, SourceIndex.number(id))));
        return options.templates(given.series(series));
    }

    private static String id(DocumentLog log, long number) {
        try {
            return log.get(number).id();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void reportLeftOut(Survivors survivors, DocumentLog log) throws IOException {
        if (!request.seriesIds().isEmpty()) {
            Set<String> unknown = new HashSet<>(request.seriesIds());
            try (DocumentLog.Cursor all = log.cursor()) {
                for (var next = all.next(); next.isPresent(); next = all.next()) {
                    unknown.remove(next.get().id());
                }
            }
            leftOut.warnOfUnknown(unknown.size(), "the sources do");
        }
        leftOut.report(survivors, request.survivors());
    }

    private Survivors find(Snapshot snapshot, SurvivorOptions options) {
        try (Progress progress = console.progressOfDocuments("compare", snapshot.documents())) {
            Clusters.Progress shown = (done, total) -> progress.at(done);
            return snapshot.survivors(options, sink -> {}, shown);
        }
    }

    private void write(Target target, Survivors.Figures figures, Map<String, String> facts) throws IOException {
        if (!hasWritten(work)) {
            try {
                long leftOut = target.write(work, console::warn);
                if (leftOut != figures.dropped()) {
                    throw new FailedException("the sources have changed while they were read: " + leftOut + " of "
                            + figures.dropped()
                            + " dropped records were found; start from the beginning, without --resume");
                }
            } catch (FailedException e) {
                throw e;
            } catch (IOException e) {
                throw (FailedException) new FailedException(target.path() + " cannot be written: "
                                + (e.getMessage() == null ? e : e.getMessage()) + "; " + outcome)
                        .initCause(e);
            }
            SourceIndex.requireSame(facts, facts(request.sources()));
            work.finish(WRITTEN, Map.of());
        }
        target.publish();
        long unread = Decisions.unread(work);
        if (unread > 0) {
            console.note(
                    "left out " + Amount.of(unread, "record or file", "records or files") + " that cannot be read");
        }
    }

    private void print(SourceIndex.Read read, Map<String, String> decided, Optional<ResultFile> file)
            throws IOException {
        Survivors.Figures figures = FigureFields.figures(decided);
        DedupSummary summary = new DedupSummary();
        summary.bytes(read.bytes(), FigureFields.droppedBytes(decided));
        summary.skipped(read.skipped());
        summary.repeatedIds(FigureFields.repeatedIds(decided));
        try (DocumentLog log = new DocumentLog(work);
                Decisions.Reader decisions = new Decisions.Reader(work, figures.dropped());
                Table.Rows<Dropped> rows =
                        DropRecords.open(console, request.survivors().measure())) {
            Optional<DocumentEntry> keep = Optional.empty();
            for (var next = decisions.next();
                    next.isPresent() && !(console.isClosed() && file.isEmpty());
                    next = decisions.next()) {
                Decisions.Decision d = next.get();
                if (keep.isEmpty() || keep.get().number() != d.keep()) {
                    keep = Optional.of(log.get(d.keep()));
                }
                DocumentEntry drop = log.get(d.drop());
                rows.add(new Dropped(drop.id(), keep.get().id(), d.cluster(), d.score()));
                summary.add(d.cluster(), shown(drop), shown(keep.get()), d.score());
            }
        }
        leftOut.reportIgnored(figures, request.survivors());
        summary.print(figures, read.documents(), console, file);
    }

    private static DedupSummary.Shown shown(DocumentEntry entry) {
        return new DedupSummary.Shown(entry.id(), entry::beginning);
    }

    /** The figures of a decision as the fields of a step. */
    private static final class FigureFields {
        private static final List<String> NAMES = List.of(
                "documents",
                "dropped",
                "clusters",
                "equal",
                "withoutMinutiae",
                "words",
                "droppedWords",
                "withoutKey",
                "unknownKeys",
                "ignoredMinutiae",
                "ignoredLists",
                "ignoredPostings",
                "mostlyIgnored",
                "ignoredSuperShingles",
                "droppedBytes");

        private static final String REPEATED_IDS = "repeatedIds";
        private static final String REPEATED_ID = "repeatedId";

        private FigureFields() {}

        static Map<String, String> of(Survivors.Figures figures, long droppedBytes, RepeatedIds repeated) {
            long[] values = {
                figures.documents(),
                figures.dropped(),
                figures.clusters(),
                figures.equal(),
                figures.withoutMinutiae(),
                figures.words(),
                figures.droppedWords(),
                figures.withoutKey(),
                figures.unknownKeys(),
                figures.ignored().minutiae(),
                figures.ignored().lists(),
                figures.ignored().postings(),
                figures.ignored().documents(),
                figures.ignored().superShingles(),
                droppedBytes
            };
            Map<String, String> fields = new TreeMap<>();
            for (int i = 0; i < values.length; i++) {
                fields.put(NAMES.get(i), Long.toString(values[i]));
            }
            fields.put(REPEATED_IDS, Long.toString(repeated.count()));
            repeated.example().ifPresent(id -> fields.put(REPEATED_ID, id));
            return fields;
        }

        static long droppedBytes(Map<String, String> fields) {
            return Long.parseLong(fields.get("droppedBytes"));
        }

        static RepeatedIds repeatedIds(Map<String, String> fields) {
            return new RepeatedIds(
                    Long.parseLong(fields.get(REPEATED_IDS)), Optional.ofNullable(fields.get(REPEATED_ID)));
        }

        static Survivors.Figures figures(Map<String, String> fields) {
            long[] v = NAMES.stream()
                    .mapToLong(name -> Long.parseLong(fields.get(name)))
                    .toArray();
            Clusters.Ignored ignored = new Clusters.Ignored(v[9], v[10], v[11], v[12], v[13]);
            return new Survivors.Figures(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], ignored);
        }
    }

    /**
     * What a run does.
     *
     * @param sources files and directories, or standard input
     * @param reader how they are read
     * @param reading what to do with documents that cannot be read
     * @param rule which of similar documents is kept
     * @param dating where dates come from
     * @param rebuild how the temporary index is built, with its scheme
     * @param survivors how the survivors are chosen
     * @param templates the templates of series of ids that are left out of the documents
     * @param seriesIds the ids that the series name one by one
     * @param target where they are written; empty if they are not
     * @param dropUnread whether what cannot be read is not written
     */
    public record DedupRequest(
            List<Path> sources,
            ReaderOptions reader,
            ReadingOptions reading,
            KeepRule rule,
            DatingOptions dating,
            RebuildOptions rebuild,
            SurvivorOptions survivors,
            Optional<Templates> templates,
            Set<String> seriesIds,
            Optional<Target> target,
            boolean dropUnread) {
        public DedupRequest {
            sources = List.copyOf(sources);
            seriesIds = Set.copyOf(seriesIds);
        }
    }
}
