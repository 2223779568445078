package io.whorl.rebuild;

import io.whorl.CorruptIndexException;
import io.whorl.DiskSpaceException;
import io.whorl.LimitExceededException;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.build.CommonMinutiae;
import io.whorl.build.RunBuilder;
import io.whorl.build.RunMerge;
import io.whorl.build.RunMerge.Run;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.RefusedDocument;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.live.Log;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentId;
import io.whorl.store.DocumentLists;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Journal;
import io.whorl.store.Journal.JournalStep;
import io.whorl.store.Journal.JournalStep.Kind;
import io.whorl.store.Manifest;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentFile;
import io.whorl.store.StoredKinds;
import io.whorl.strategy.Strategies;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * Rebuilds an index from all its documents, in its own directory, while the old index serves. Readers can open and
 * refresh the old index meanwhile, and keep their snapshots after the new index is published, which is one step.
 * Writers are refused meanwhile. Finished steps (runs of documents, their merge, its check) are recorded durably, so a
 * rebuild that was closed or killed, or ran out of disk, can be resumed. Until the last step the old index is
 * unchanged. The bytes of the new segment depend on the documents and the options, not on interruptions. One thread at
 * a time.
 *
 * <pre>
 *   begin ─► run 1 ─► run 2 ─► … ─► merged ─► checked ─► swapping ─► MANIFEST renamed into place
 * </pre>
 *
 * <p>Each step is a line of the journal. A resume skips the documents of finished runs when they come again, and the
 * later steps whose files are still there.
 */
public final class IndexRebuild implements AutoCloseable {
    /**
     * What a rebuild did.
     *
     * @param build the new index; {@code bytes} is the size of the index now, {@code temporaryBytes} includes the runs
     * @param resumed documents of runs that were finished before this rebuild was resumed
     * @param commonMinutiae the hundred most common minutiae of the new index, the most common first
     * @param overMaxDf minutiae that occur in more documents than {@link RebuildOptions#maxDf}
     */
    public record Report(BuildReport build, long resumed, List<CommonMinutia> commonMinutiae, long overMaxDf) {
        public Report {
            commonMinutiae = List.copyOf(commonMinutiae);
        }
    }

    /**
     * A minutia that many documents hold.
     *
     * @param minutia W bits
     * @param documents how many documents hold it; documents that share postings count once
     * @param holder id of one of them
     */
    public record CommonMinutia(long minutia, long documents, String holder) {}

    /** The merged runs, until they become the segment of the index. */
    static final String MERGED = "merged.whs";

    private static final int COMMON = 100;
    private static final long MOST_RESERVE = 1L << 50;
    /** After each 64 runs, runs become larger, so that there are not too many to merge. */
    private static final int GROWING = 64;
    /** The bytes of a segment that identify it: its header has the checksums of all its data. */
    private static final int HEADER = 1_024;
    /** The number of the last commit if the log that has it is damaged. */
    private static final long UNKNOWN = -1;

    private static final String EXAMPLE = "example ";
    private static final String REPEATED = "repeated-ids";
    private static final String MALFORMED = "malformed";
    private static final String TEXT = "text";
    private static final String COMMON_MINUTIAE = "common-minutiae";
    private static final String OVER = "over-max-df";
    private static final String RUNS = "runs";
    private static final String TEMPORARY = "temporary";

    private static final String ENDED = "the rebuild is finished or closed; begin another";
    /** Bytes for each posting in the smallest indexes measured, of collections of versions. */
    private static final double POSTING = 2;
    /** Bytes of a stored text for each byte of text, if it is compressed well. */
    private static final double STORED_TEXT = 0.25;

    private final IndexDirectory directory;
    private final Path index;
    private final Path work;
    private final Path merged;
    private final RebuildOptions options;
    private final BuildOptions build;
    private final Scheme scheme;
    private final Journal journal;
    private final List<JournalStep> runs = new ArrayList<>();

    private final long resumed;
    /** The number of documents after which the sources ended before; there must not be more. */
    private final long last;

    private final AtomicLong refusals = new AtomicLong();
    private volatile Consumer<RefusedDocument> refused = document -> {};
    private Predicate<String> preferred = id -> true;
    /** The documents that came, and a digest of those of the current run, to compare it with that of another stream. */
    private long documents;

    private final CRC32C digest = new CRC32C();
    private final ByteBuffer lengths = ByteBuffer.allocate(2 * Integer.BYTES);
    private int passed;
    /** Whether all documents of the run that is passed have come again. */
    private boolean wholeRun = true;

    private Optional<RunBuilder> run = Optional.empty();
    /** Why nothing more can be done; empty if it can. */
    private String ended = "";

    private IndexRebuild(IndexDirectory directory, RebuildOptions options, Scheme scheme, Journal journal) {
        this.directory = directory;
        this.options = options;
        this.scheme = scheme;
        this.journal = journal;
        index = directory.path();
        build = options.buildOptions();
        work = IndexFiles.rebuild(index);
        merged = work.resolve(MERGED);
        journal.steps().stream().filter(step -> step.kind() == Kind.RUN).forEach(runs::add);
        resumed = finished();
        last = journal.last(Kind.MERGED).isPresent() || isSelected() ? resumed : Long.MAX_VALUE;
    }

    /**
     * Begins a rebuild. Files of an earlier rebuild that was not resumed are removed.
     *
     * @param index an index; or, if the options contain a scheme, a path without one: then the last step creates the
     *     index, and until then the path does not look like an index
     * @throws RefusedException if there is no index and no scheme; if the path contains something else; if a writer
     *     holds the index
     * @throws io.whorl.SchemeException if the scheme cannot be used
     * @throws io.whorl.DiskSpaceException if the disk has less space than this much text needs at least
     */
    public static IndexRebuild begin(Path index, RebuildOptions options) throws IOException {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(options, "options");
        boolean unfinished = Journal.exists(IndexFiles.rebuild(index));
        if (options.scheme().isEmpty() || IndexFiles.hasSegments(index) && !unfinished) {
            // Before a directory is created, or segments are removed that a repair could recover.
            requireIndex(index, "there is no index to rebuild; build one, or give a scheme for a new index");
        }
        return held(index, directory -> {
            Optional<Manifest> manifest = directory.manifest();
            RebuildOptions storing = options.storingAsMuchAs(manifest);
            Scheme scheme = Fingerprinter.of(options.scheme()
                            .orElseGet(() -> manifest.orElseThrow().scheme()))
                    .scheme();
            directory.removeRebuild(name -> false);
            long reserve = options.buildOptions().reserve();
            if (!options.force() && reserve > 0) {
                long bytes = estimate(scheme, storing);
                long free = Files.getFileStore(index).getUsableSpace();
                if (bytes > 0 && free < bytes + reserve) {
                    throw new DiskSpaceException(index, free, bytes + reserve);
                }
            }
            Map<String, Object> begun = new HashMap<>(storing.fields(scheme));
            begun.put("generation", manifest.map(Manifest::generation).orElse(0L));
            begun.put("commit", Log.lastCommit(directory).orElse(UNKNOWN));
            return new IndexRebuild(
                    directory, storing, scheme, Journal.create(IndexFiles.rebuild(index), Journal.REBUILD, begun));
        });
    }

    /**
     * Resumes a rebuild that was not finished. Add all documents again in the same order; those of finished runs are
     * only compared and skipped.
     *
     * @param options must agree with the beginning in everything that the bytes of the index depend on
     * @throws RefusedException if there is no rebuild to resume, or it is damaged; if the options, the facts or (later,
     *     from {@link #add} or {@link #finish}) the documents differ from the beginning; or if documents were added to
     *     the index or deleted since, unless the options force the resume; if there is no index; if a writer holds the
     *     index
     */
    public static IndexRebuild resume(Path index, RebuildOptions options) throws IOException {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(options, "options");
        Optional<Scheme> wanted =
                options.scheme().map(scheme -> Fingerprinter.of(scheme).scheme());
        if (!Journal.exists(IndexFiles.rebuild(index))) {
            requireIndex(index, "there is no index and no rebuild to resume; begin a rebuild, without resuming");
        }
        return held(index, directory -> {
            Path work = IndexFiles.rebuild(index);
            if (!Journal.exists(work)) {
                throw new RefusedException(
                        index,
                        Reason.NOTHING_TO_RESUME,
                        "there is no unfinished rebuild to resume; begin one, without resuming");
            }
            try {
                return continued(directory, options, wanted, Journal.open(work, Journal.REBUILD));
            } catch (CorruptIndexException e) {
                throw damaged(index, e);
            } catch (IllegalArgumentException e) {
                throw damaged(index, work.resolve(Journal.NAME) + ": " + e.getMessage(), e);
            }
        });
    }

    private static RefusedException damaged(Path index, CorruptIndexException e) {
        return damaged(index, e.file() + " is damaged at byte " + e.offset() + ": " + e.reason(), e);
    }

    private static RefusedException damaged(Path index, String what, Throwable cause) {
        return new RefusedException(
                index,
                Reason.DAMAGED,
                what + "; the index itself is unchanged; begin the rebuild again, without resuming",
                cause);
    }

    private static IndexRebuild continued(
            IndexDirectory directory, RebuildOptions given, Optional<Scheme> wanted, Journal journal)
            throws IOException {
        RebuildOptions options = given.storingAsMuchAs(directory.manifest());
        Path index = directory.path();
        Map<String, String> begun = journal.begun().fields();
        Scheme scheme = Scheme.fromJson(journal.begun().field("scheme"));
        Optional<String> difference = options.difference(begun, wanted.orElse(scheme));
        if (difference.isPresent()) {
            throw new RefusedException(
                    index,
                    Reason.CHANGED,
                    "the rebuild began with other options or sources: " + difference.get()
                            + "; resume it with the same ones, or begin it again, without resuming");
        }
        boolean swapped = swapped(directory, journal).isPresent();
        if (!swapped && !hasDocumentsOf(directory, journal.begun()) && !options.force()) {
            throw new RefusedException(
                    index,
                    Reason.INDEX_CHANGED,
                    "documents were added to the index or deleted since the rebuild began, and the new index would"
                            + " not contain these changes; force the resume if they are in the sources, or begin"
                            + " again, without resuming");
        }
        IndexRebuild rebuild = new IndexRebuild(directory, options, scheme, journal);
        if (!swapped) {
            rebuild.keepFinished();
        }
        return rebuild;
    }

    /** Whether an index has the documents that it had when a rebuild began: another commit means other documents. */
    private static boolean hasDocumentsOf(IndexDirectory directory, JournalStep begun) throws IOException {
        // A merge changes neither number. The generation decreases only if the index was created again.
        return Log.lastCommit(directory).orElse(UNKNOWN) == Long.parseLong(begun.field("commit"))
                && directory.manifest().map(Manifest::generation).orElse(0L) >= begun.count("generation");
    }

    /** Verifies that the files of finished runs exist, and removes the files of unfinished steps. */
    private void keepFinished() throws IOException {
        for (int number = 1; number <= runs.size(); number++) {
            long bytes = runs.get(number - 1).count("bytes");
            Path file = RunBuilder.file(work, number);
            long found = Files.exists(file) ? Files.size(file) : 0;
            if (found != bytes) {
                throw damaged(index, "run " + number + " has " + found + " bytes instead of " + bytes, null);
            }
        }
        directory.removeRebuild(name -> name.equals(Journal.NAME)
                || IntStream.rangeClosed(1, runs.size())
                        .anyMatch(number -> work.resolve(name).equals(RunBuilder.file(work, number)))
                || name.equals(MERGED) && journal.last(Kind.MERGED).isPresent());
    }

    private interface Holder {
        IndexRebuild hold(IndexDirectory directory) throws IOException;
    }

    private static IndexRebuild held(Path index, Holder holder) throws IOException {
        IndexDirectory directory = IndexDirectory.openOrCreate(index);
        Closeable undo = () -> {
            try (directory) {
                if (directory.manifest().isEmpty() && !Journal.exists(IndexFiles.rebuild(index))) {
                    // The beginning of a journal that could not be written.
                    directory.removeRebuild(name -> false);
                    directory.abandon();
                }
            }
        };
        return Channels.orElse(undo, () -> {
            directory.announce("which is rebuilding the index");
            return holder.hold(directory);
        });
    }

    private static void requireIndex(Path index, String otherwise) throws IOException {
        try {
            IndexFiles.readManifest(index);
        } catch (RefusedException e) {
            if (e.reason() != Reason.NOT_AN_INDEX) {
                throw e;
            }
            throw RefusedException.notAnIndex(
                    index,
                    IndexFiles.hasSegments(index)
                            ? "it has segments and no MANIFEST; IndexCheck.repair may recover it"
                            : otherwise,
                    e);
        }
    }

    /**
     * A lower estimate of the disk space that a rebuild of ordinary text needs in addition to the old index: for its
     * runs, and for the merged segment. Of the postings it is 0 if the scheme does not determine them.
     */
    private static long estimate(Scheme scheme, RebuildOptions options) {
        long text = options.expectedText();
        Chunking chunking = scheme.chunking();
        // Bytes of English text.
        int unit =
                switch (chunking.unit()) {
                    case WORD -> 6;
                    case SENTENCE -> 120;
                    case PARAGRAPH -> 600;
                    case CHAR -> 1;
                };
        long postings = (long) (2
                * POSTING
                * text
                / unit
                / chunking.step()
                * Strategies.expectedShare(scheme).orElse(0));
        BuildOptions build = options.buildOptions();
        // A stored fingerprint takes more for each minutia than a posting.
        return postings
                + (build.storeText() ? (long) (2 * STORED_TEXT * text) : 0)
                + (build.storeFingerprints() ? postings : 0);
    }

    /** The scheme of the new index, with all parameters of its selection. */
    public Scheme scheme() {
        return scheme;
    }

    /**
     * Sets the listener for documents that are left out because they cannot be fingerprinted in the given memory. They
     * do not end the rebuild. Set it before adding documents.
     *
     * @param listener is called on any thread, one at a time; an exception that it throws ends the rebuild, which can
     *     be resumed
     */
    public void onRefused(Consumer<RefusedDocument> listener) {
        refused = Objects.requireNonNull(listener, "listener");
    }

    /**
     * Sets which holders of the common minutiae to report, if there is a choice: for example those whose texts are at
     * hand. Without a preference, the first holder is reported.
     *
     * @param ids accepts the preferred ids, on the thread that finishes
     */
    public void preferHolders(Predicate<String> ids) {
        preferred = Objects.requireNonNull(ids, "ids");
    }

    /** The number of documents of finished runs, which are skipped when they are added again. */
    public long resumed() {
        return resumed;
    }

    /** The number of documents of runs that are finished now. A resume need not add the first ones of them again. */
    public long finished() {
        return runs.isEmpty() ? 0 : runs.get(runs.size() - 1).count("documents");
    }

    /**
     * Passes documents of finished runs as if they were added again, without comparing them. The caller knows that the
     * sources are the same. Call it before the first {@link #add}.
     *
     * @param documents the number of the first documents, 0 to {@link #resumed}
     */
    public void pass(long documents) {
        checkOpen();
        if (this.documents > 0 || documents < 0 || documents > resumed) {
            throw new IllegalArgumentException("documents is " + documents + "; it must be 0 to " + resumed
                    + ", before the first document is added");
        }
        long end = 0;
        while (passed < runs.size() && runs.get(passed).count("documents") <= documents) {
            end = runs.get(passed++).count("documents");
        }
        this.documents = documents;
        wholeRun = end == documents;
    }

    /**
     * Adds a document. Another thread fingerprints it; this call blocks while too much text is queued.
     *
     * @param id 1 to 65,535 bytes of UTF-8
     * @param utf8 the text; must not change until the rebuild is finished or closed; malformed bytes are read as U+FFFD
     *     and counted
     * @throws RefusedException if the documents differ from those added before the resume, or if this process lost the
     *     permission to write; the rebuild can be closed, and resumed with it
     * @throws io.whorl.DiskSpaceException before the disk is full; the rebuild can be closed, and resumed when there is
     *     space
     */
    public void add(String id, byte[] utf8) throws IOException {
        add(id, utf8, Optional.empty());
    }

    /**
     * Adds a document with its date, if it has one; see {@link #add(String, byte[])}.
     *
     * @param date in the years 1 to 9999; parts of a millisecond are cut off
     */
    public void add(String id, byte[] utf8, Optional<Instant> date) throws IOException {
        checkOpen();
        Channels.permitted(() -> {
            take(id, utf8, DocumentDate.of(date));
            return null;
        });
    }

    /** Adds a document whose text is a string; see {@link #add(String, byte[])}. */
    public void add(String id, String text) throws IOException {
        add(id, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Finishes the current run, so that a crash does not lose it. Call it every few minutes at most: after a thousand
     * runs it has no effect.
     */
    public void checkpoint() throws IOException {
        checkOpen();
        if (runs.size() < RunMerge.MOST_RUNS / 2) {
            Channels.permitted(() -> {
                endRun(false);
                return null;
            });
        }
    }

    /**
     * Merges the runs, checks the new index, and publishes it durably in one step. Call it when all documents are
     * added. If this fails, the old index is unchanged.
     *
     * @throws RefusedException as {@link #add(String, byte[])}, or if a file of the rebuild is damaged
     * @throws java.nio.file.FileSystemException if the new index is published but the disk did not confirm it; a resume
     *     makes sure
     */
    public Report finish() throws IOException {
        return finish(report -> {});
    }

    /**
     * The same, if the check accepts the new index.
     *
     * @param check is called before the new index takes the place of the old one. If it throws an exception, the old
     *     index is unchanged, and the finished steps are kept. It is not called if a resumed rebuild had already
     *     replaced the old index
     */
    public Report finish(Consumer<BuildReport> check) throws IOException {
        checkOpen();
        return Channels.permitted(() -> publish(check));
    }

    private void take(String id, byte[] utf8, long date) throws IOException {
        // Check the arguments before skipping: a document that a run refuses does not count in the stream, not even
        // when it comes again.
        byte[] idUtf8 = DocumentId.utf8(id);
        Objects.requireNonNull(utf8, "utf8");
        if (documents < resumed) {
            count(idUtf8, utf8, date);
            JournalStep step = runs.get(passed);
            if (documents == step.count("documents")) {
                requireSame(
                        !wholeRun || Long.toHexString(digest.getValue()).equals(step.field("digest")),
                        "the first " + documents + " documents differ from those read before");
                digest.reset();
                wholeRun = true;
                passed++;
            }
            return;
        }
        requireSame(documents < last, "there are more than the " + last + " documents read before");
        if (run.isEmpty()) {
            beginRun();
        }
        run.get().add(id, utf8, date);
        count(idUtf8, utf8, date);
        if (run.get().isFull()) {
            endRun(false);
        }
    }

    /** @param date as in {@link DocumentDate}; counts only if there is one */
    private void count(byte[] id, byte[] utf8, long date) {
        digest.update(lengths.clear().putInt(id.length).putInt(utf8.length).flip());
        digest.update(id);
        digest.update(utf8);
        if (date != DocumentDate.NONE) {
            digest.update(lengths.clear().putLong(date).flip());
        }
        documents++;
    }

    private void requireSame(boolean holds, String difference) {
        if (!holds) {
            throw new RefusedException(
                    index,
                    Reason.CHANGED,
                    "the sources have changed since the rebuild began: " + difference
                            + "; begin it again, without resuming");
        }
    }

    private void beginRun() throws IOException {
        if (runs.size() == RunMerge.MOST_RUNS) {
            // Fail now, not when everything is read and cannot be merged.
            throw new LimitExceededException(
                    "runs of one rebuild",
                    runs.size() + 1L,
                    RunMerge.MOST_RUNS,
                    "begin the rebuild again with more memory than " + build.memory() + " bytes");
        }
        long text = Math.min(build.runText(), Long.MAX_VALUE / RunMerge.MOST_RUNS) * (1 + runs.size() / GROWING);
        // Keep room for the merged segment, which takes about as much as the finished runs.
        long reserve = build.reserve() == 0 ? 0 : Math.min(MOST_RESERVE, build.reserve() + sum("bytes"));
        run = Optional.of(new RunBuilder(scheme, build.runText(text), new ScratchSpace(work, reserve), document -> {
            refusals.incrementAndGet();
            refused.accept(document);
        }));
    }

    private long sum(String field) {
        return runs.stream().mapToLong(step -> step.count(field)).sum();
    }

    /**
     * Finishes the current run. Does nothing if no document was added.
     *
     * @param only whether it has all documents. Then it is written without those that the new index leaves out, and its
     *     step has the figures of the report, so that it need not be merged
     */
    private void endRun(boolean only) throws IOException {
        if (run.isEmpty()) {
            return;
        }
        ended = "documents were lost when a run failed; close the rebuild and resume it";
        int number = runs.size() + 1;
        Path file = RunBuilder.file(work, number);
        Map<String, Object> fields = new HashMap<>();
        try (RunBuilder finishing = run.get()) {
            run = Optional.empty();
            if (only) {
                CommonMinutiae common = sought();
                fields.putAll(figures(RunMerge.single(finishing, file, common), common));
                fields.put(TEMPORARY, Files.size(file));
            } else {
                finishing.finish(file);
                fields.put(REPEATED, finishing.repeatedIds());
                fields.put(MALFORMED, finishing.malformed());
                fields.put(TEXT, finishing.textBytes());
            }
        }
        IndexFiles.force(work);
        fields.put("digest", Long.toHexString(digest.getValue()));
        fields.put("run", number);
        fields.put("documents", documents);
        fields.put("refused", refusals.getAndSet(0));
        fields.put("bytes", Files.size(file));
        runs.add(journal.append(Kind.RUN, fields));
        digest.reset();
        ended = "";
    }

    /** Whether there is one run that has nothing but the documents of the new index. */
    private boolean isSelected() {
        return runs.size() == 1 && runs.get(0).fields().containsKey(RUNS);
    }

    private Report publish(Consumer<BuildReport> check) throws IOException {
        requireSame(
                documents >= resumed, "there are only " + documents + " of the " + resumed + " documents read before");
        Optional<SegmentFile> before = swapped(directory, journal);
        if (before.isPresent()) {
            Segment segment = IndexFiles.openSegment(index, directory.manifest().orElseThrow(), before.get());
            verify(segment);
            return report(built(segment.file()), named(segment));
        }
        if (runs.isEmpty() && run.isEmpty()) {
            beginRun();
        }
        endRun(runs.isEmpty());
        BuildReport built = merge();
        Segment segment = Segment.open(merged);
        verify(segment);
        check.accept(built.with(built.index().bytes(), sum("refused")));
        List<CommonMinutia> common = named(segment);
        swap();
        return report(built, common);
    }

    /** Merges the runs, unless that step is finished. */
    private BuildReport merge() throws IOException {
        Optional<JournalStep> done = journal.last(Kind.MERGED);
        if (done.isPresent() && identifies(done.get(), merged)) {
            return built(merged);
        }
        CommonMinutiae common = sought();
        ScratchSpace space = new ScratchSpace(work, build.reserve());
        List<Run> opened = new ArrayList<>();
        BuildReport report;
        Thread caller = Thread.currentThread();
        try {
            if (isSelected()) {
                // The run keeps its name until MANIFEST has the other one.
                Path only = RunBuilder.file(work, 1);
                Files.deleteIfExists(merged);
                if (!Channels.link(only, merged)) {
                    space.require(Files.size(only));
                    Channels.copy(only, merged);
                }
                return built(merged);
            }
            for (JournalStep step : runs) {
                Segment segment = Segment.open(RunBuilder.file(work, opened.size() + 1));
                space.take(segment.length());
                opened.add(new Run(segment, step.count(REPEATED), step.count(MALFORMED), step.count(TEXT)));
            }
            report = RunMerge.merge(opened, merged, build, space, common, caller::isInterrupted);
        } catch (CancellationException e) {
            throw (InterruptedIOException) new InterruptedIOException("interrupted while merging").initCause(e);
        } catch (CorruptIndexException e) {
            throw damaged(index, e);
        }
        IndexFiles.force(work);
        Map<String, Object> fields = figures(report, common);
        fields.putAll(identity(merged));
        journal.append(Kind.MERGED, fields);
        return built(merged);
    }

    /** The figures of a report that the segment does not have, as fields of a step. */
    private static Map<String, Object> figures(BuildReport report, CommonMinutiae common) {
        Map<String, Object> fields = new HashMap<>();
        fields.put(OVER, common.over());
        fields.put(
                COMMON_MINUTIAE,
                common.most().stream()
                        .map(c -> Long.toHexString(c.minutia()) + " " + c.documents())
                        .collect(Collectors.joining(" ")));
        fields.put(REPEATED, report.repeatedIds());
        fields.put("too-short", report.tooShort());
        fields.put(MALFORMED, report.malformed());
        fields.put(TEXT, report.textBytes());
        fields.put("exact", report.duplicates().exact());
        fields.put("lexical", report.duplicates().lexical());
        fields.put("fingerprint", report.duplicates().fingerprint());
        fields.put(RUNS, report.runs());
        fields.put(TEMPORARY, report.temporaryBytes());
        List<Duplicates.Example> examples = report.duplicates().examples();
        for (int i = 0; i < examples.size(); i++) {
            fields.put(EXAMPLE + i, examples.get(i).kind().name());
            fields.put(EXAMPLE + i + " id", examples.get(i).id());
            fields.put(EXAMPLE + i + " first", examples.get(i).first());
        }
        return fields;
    }

    /** The step that has the figures of the report. */
    private JournalStep figured() {
        return isSelected() ? runs.get(0) : journal.last(Kind.MERGED).orElseThrow();
    }

    /** The report, once the runs are merged. */
    private BuildReport built(Path segment) throws IOException {
        JournalStep step = figured();
        List<Duplicates.Example> examples = new ArrayList<>();
        for (int i = 0; step.fields().containsKey(EXAMPLE + i); i++) {
            examples.add(new Duplicates.Example(
                    Duplicates.Kind.valueOf(step.field(EXAMPLE + i)),
                    step.field(EXAMPLE + i + " id"),
                    step.field(EXAMPLE + i + " first")));
        }
        return RunMerge.report(
                segment,
                step.count(REPEATED),
                step.count("too-short"),
                step.count(MALFORMED),
                step.count(TEXT),
                new Duplicates.Counts(step.count("exact"), step.count("lexical"), step.count("fingerprint"), examples),
                step.count(RUNS),
                step.count(TEMPORARY));
    }

    /** Verifies every byte of the new segment, and its contents if that is wanted. */
    private void verify(Segment segment) throws IOException {
        ParallelTasks.Runner threads = tasks -> ParallelTasks.runAll(tasks, build.threads());
        List<String> problems = options.checkContents()
                ? SegmentCheck.problems(segment, threads, build.threads())
                : SegmentCheck.problemsOfBytes(segment, threads);
        if (!problems.isEmpty()) {
            throw damaged(index, "the new segment differs from what was written: " + problems.get(0), null);
        }
    }

    /** Receives the common minutiae of the new segment while it is written. */
    private CommonMinutiae sought() {
        return options.temporary() ? CommonMinutiae.NONE : new CommonMinutiae(COMMON, options.maxDf());
    }

    /** The common minutiae of the new segment, each with a holder. */
    private List<CommonMinutia> named(Segment segment) throws IOException {
        String[] found = figured().field(COMMON_MINUTIAE).split(" ");
        return segment.reading(() -> {
            List<CommonMinutia> named = new ArrayList<>();
            for (int i = 0; i + 1 < found.length; i += 2) {
                long minutia = Long.parseUnsignedLong(found[i], 16);
                named.add(new CommonMinutia(minutia, Long.parseLong(found[i + 1]), holder(segment, minutia)));
            }
            return named;
        });
    }

    private String holder(Segment segment, long minutia) {
        long list = segment.table().find(minutia) - segment.counts().documents();
        if (list < 0) {
            throw segment.table().damaged("it does not have the list of the minutia " + Long.toHexString(minutia));
        }
        DocumentLists.Cursor holders = segment.lists().cursor(list);
        holders.next();
        String first = segment.documents().id(holders.document());
        String holder = first;
        while (!preferred.test(holder)) {
            if (!holders.next()) {
                return first;
            }
            holder = segment.documents().id(holders.document());
        }
        return holder;
    }

    /**
     * Publishes the new segment as the only one in MANIFEST. The old segments, the log and the deleted documents are
     * removed.
     *
     * @throws FileSystemException if the index is published, but that could not be made durable
     */
    private void swap() throws IOException {
        long commit = Log.lastCommit(directory)
                .orElseGet(() -> directory.manifest().orElseThrow().sequence());
        String name = directory.newSegmentName();
        long length = Files.size(merged);
        Map<String, Object> fields = new HashMap<>(identity(merged));
        fields.put("file", name);
        journal.append(Kind.SWAPPING, fields);
        Files.move(merged, index.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        StoredKinds stored = new StoredKinds(build.storeText(), build.storeFingerprints());
        try {
            directory.replace(scheme, stored, List.of(SegmentFile.whole(name, length)), commit + 1, Optional.empty());
        } catch (IOException e) {
            if (!directory.inDoubt()) {
                throw e;
            }
            throw (IOException) new FileSystemException(
                            index.toString(),
                            null,
                            "the new index is published, but may be lost in a power failure, because the disk did not"
                                    + " confirm it (" + e.getMessage() + "); resume the rebuild to make sure")
                    .initCause(e);
        }
    }

    /** The published new segment; empty if it is not published yet. */
    private static Optional<SegmentFile> swapped(IndexDirectory directory, Journal journal) throws IOException {
        Optional<JournalStep> step = journal.last(Kind.SWAPPING);
        if (step.isPresent() && directory.manifest().isPresent()) {
            for (SegmentFile segment : directory.manifest().get().segments()) {
                if (segment.name().equals(step.get().field("file"))
                        && identifies(step.get(), directory.path().resolve(segment.name()))) {
                    return Optional.of(segment);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean identifies(JournalStep step, Path segment) throws IOException {
        return Files.isRegularFile(segment)
                && step.fields().entrySet().containsAll(identity(segment).entrySet());
    }

    /** What identifies a segment, as fields of a step. */
    private static Map<String, String> identity(Path segment) throws IOException {
        CRC32C crc = new CRC32C();
        try (InputStream in = Files.newInputStream(segment)) {
            crc.update(in.readNBytes(HEADER));
        }
        return Map.of("length", Long.toString(Files.size(segment)), "header", Long.toString(crc.getValue()));
    }

    private Report report(BuildReport built, List<CommonMinutia> common) throws IOException {
        ended = ENDED;
        try {
            directory.removeRebuild(name -> false);
        } catch (IOException e) {
            // The index is published; the next rebuild removes what is left.
        }
        BuildReport now = built.with(IndexFiles.bytes(index), sum("refused"));
        return new Report(now, resumed, common, figured().count(OVER));
    }

    private void checkOpen() {
        if (!ended.isEmpty()) {
            throw new IllegalStateException(ended);
        }
    }

    /**
     * Ends the rebuild. Unless the new index was published, the old one is unchanged, and finished steps are kept for a
     * resume.
     */
    @Override
    public void close() throws IOException {
        ended = ENDED;
        try (directory) {
            if (run.isPresent()) {
                run.get().close();
            }
        }
    }
}
