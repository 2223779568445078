package io.whorl.rebuild;

import io.whorl.CorruptIndexException;
import io.whorl.DiskSpaceException;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.RefusedDocument;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.journal.Journal;
import io.whorl.journal.Journal.JournalStep;
import io.whorl.log.LogReader;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentLists;
import io.whorl.store.FileErrors;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.MappingFault;
import io.whorl.store.MinutiaCursor;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Segment;
import io.whorl.store.SegmentFile;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * Rebuilds an index from all its documents, in its own directory, while the old index serves. Readers can open and
 * refresh the old index meanwhile, and keep their snapshots after the new index is published, which is one step.
 * Writers are refused meanwhile. Finished steps (runs of documents, their merge, its check) are recorded durably, so a
 * rebuild that was closed or killed, or ran out of disk, can be resumed. Until the last step the old index is
 * unchanged. The bytes of the new segment depend on the documents and the options, not on interruptions. One thread at
 * a time.
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

    private static final int COMMON = 100;

    /** Bytes of English text for each unit. */
    private static final int WORD = 6;

    private static final int SENTENCE = 120;
    private static final int PARAGRAPH = 600;
    /** Bytes for each posting in the smallest indexes measured, of collections of versions. */
    private static final double POSTING = 2;
    /** Bytes of a stored text for each byte of text, if it is compressed well. */
    private static final double STORED_TEXT = 0.25;

    private final IndexDirectory directory;
    private final RebuildOptions options;
    private final Scheme scheme;
    private final long commit;
    private final Journal journal;
    private final RebuildRuns runs;
    private volatile Consumer<RefusedDocument> refused = document -> {};
    private boolean closed;
    private boolean finished;

    IndexRebuild(IndexDirectory directory, RebuildOptions options, Scheme scheme, long commit, Journal journal) {
        this.directory = directory;
        this.options = options;
        this.scheme = scheme;
        this.commit = commit;
        this.journal = journal;
        runs = new RebuildRuns(
                directory.path(), scheme, options.buildOptions(), journal, document -> refused.accept(document));
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
            IndexVersion stamp = IndexVersion.of(index, manifest);
            Map<String, String> begun = new HashMap<>(storing.fields(scheme));
            begun.put("generation", Long.toString(stamp.generation()));
            begun.put("commit", Long.toString(stamp.commit()));
            return new IndexRebuild(
                    directory,
                    storing,
                    scheme,
                    stamp.commit(),
                    Journal.create(IndexFiles.rebuild(index), Journal.REBUILD, begun));
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
            Journal journal = journal(index, work);
            try {
                return resume(directory, options, wanted, journal);
            } catch (IllegalArgumentException e) {
                journal.close();
                throw damaged(index, work.resolve(Journal.NAME) + ": " + e.getMessage(), e);
            } catch (IOException | RuntimeException e) {
                journal.close();
                throw e;
            }
        });
    }

    /** Verifies the files of finished runs, and removes the files of unfinished steps. */
    void keepFinished() throws IOException {
        runs.requireFiles();
        directory.removeRebuild(this::isFinished);
    }

    /** Whether a file is the journal or belongs to a finished step. */
    private boolean isFinished(String name) {
        return name.equals(Journal.NAME)
                || runs.has(name)
                || name.equals(RebuildResult.MERGED)
                        && journal.last(JournalStep.Kind.MERGED).isPresent();
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

    /** The number of documents of finished runs, which are skipped when they are added again. */
    public long resumed() {
        return runs.resumed();
    }

    /** The number of documents of runs that are finished now. A resume need not add the first ones of them again. */
    public long finished() {
        return runs.durable();
    }

    /**
     * Passes documents of finished runs as if they were added again, without comparing them. The caller knows that the
     * sources are the same. Call it before the first {@link #add}.
     *
     * @param documents the number of the first documents, 0 to {@link #resumed}
     */
    public void pass(long documents) {
        checkOpen();
        runs.pass(documents);
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
        FileErrors.permitted(() -> {
            runs.add(id, utf8, DocumentDate.of(date));
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
        if (runs.mayEndEarly()) {
            FileErrors.permitted(() -> {
                runs.end();
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
        return FileErrors.permitted(() -> publish(check));
    }

    private Report publish(Consumer<BuildReport> check) throws IOException {
        RebuildResult made = new RebuildResult(directory, scheme, options.buildOptions(), journal);
        Optional<SegmentFile> before = RebuildResult.swapped(directory, journal);
        if (before.isPresent()) {
            runs.requireAll();
            Segment segment = IndexFiles.openSegment(
                    directory.path(), directory.manifest().orElseThrow(), before.get());
            JournalStep merged = journal.last(JournalStep.Kind.MERGED).orElseThrow();
            return report(RebuildResult.report(merged, segment.file()), common(segment));
        }
        runs.finish();
        BuildReport report = made.merge(runs.files());
        made.check();
        // Before publishing: nothing may fail afterwards.
        CommonMinutiae common = common(made.merged());
        check.accept(report.with(report.bytes(), runs.refused()));
        made.swap(commit);
        return report(report, common);
    }

    private CommonMinutiae common(Segment segment) throws IOException {
        return DaemonThreads.with(
                options.buildOptions().threads(),
                threads -> CommonMinutiae.of(segment, COMMON, options.maxDf(), ParallelTasks.Runner.on(threads)));
    }

    private Report report(BuildReport built, CommonMinutiae common) throws IOException {
        finished = true;
        try {
            directory.removeRebuild(name -> false);
        } catch (IOException e) {
            // The index is published; the next rebuild removes what is left.
        }
        return new Report(
                built.with(IndexFiles.bytes(directory.path()), runs.refused()),
                runs.resumed(),
                common.most(),
                common.over());
    }

    private void checkOpen() {
        if (closed || finished) {
            throw new IllegalStateException("the rebuild is finished or closed; begin another");
        }
    }

    /**
     * Ends the rebuild. Unless the new index was published, the old one is unchanged, and finished steps are kept for a
     * resume.
     */
    @Override
    @SuppressWarnings("try")
    public void close() throws IOException {
        closed = true;
        try (IndexDirectory released = directory;
                Journal ended = journal) {
            runs.close();
        }
    }

    private static Journal journal(Path index, Path work) throws IOException {
        try {
            return Journal.open(work, Journal.REBUILD);
        } catch (CorruptIndexException e) {
            throw damaged(index, e.file() + " is damaged at byte " + e.offset() + ": " + e.reason(), e);
        }
    }

    private static RefusedException damaged(Path index, String what, Throwable cause) {
        return new RefusedException(
                index,
                Reason.DAMAGED,
                what + "; the index itself is unchanged; begin the rebuild again, without resuming",
                cause);
    }

    private static IndexRebuild resume(
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
        IndexVersion then = new IndexVersion(
                journal.begun().count("generation"),
                Long.parseLong(journal.begun().field("commit")));
        IndexVersion now = IndexVersion.of(index, directory.manifest());
        boolean swapped = RebuildResult.swapped(directory, journal).isPresent();
        if (!swapped && !now.hasDocumentsOf(then) && !options.force()) {
            throw new RefusedException(
                    index,
                    Reason.INDEX_CHANGED,
                    "documents were added to the index or deleted since the rebuild began, and the new index would"
                            + " not contain these changes; force the resume if they are in the sources, or begin"
                            + " again, without resuming");
        }
        IndexRebuild rebuild = new IndexRebuild(directory, options, scheme, now.commit(), journal);
        if (!swapped) {
            rebuild.keepFinished();
        }
        return rebuild;
    }

    private interface Holder {
        IndexRebuild hold(IndexDirectory directory) throws IOException;
    }

    private static IndexRebuild held(Path index, Holder holder) throws IOException {
        IndexDirectory directory = IndexDirectory.openOrCreate(index);
        try {
            directory.announce("which is rebuilding the index");
            return holder.hold(directory);
        } catch (IOException | RuntimeException e) {
            try (directory) {
                if (directory.manifest().isEmpty() && !Journal.exists(IndexFiles.rebuild(index))) {
                    // The beginning of a journal that could not be written.
                    directory.removeRebuild(name -> false);
                    directory.abandon();
                }
            } catch (IOException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
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
        int unit =
                switch (chunking.unit()) {
                    case WORD -> WORD;
                    case SENTENCE -> SENTENCE;
                    case PARAGRAPH -> PARAGRAPH;
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

    /**
     * Identifies the set of documents of an index by numbers: another commit means other documents. A merge changes
     * neither number.
     *
     * @param generation of MANIFEST; it decreases only if the index was created again
     * @param commit number of the last commit, or {@link #UNKNOWN} if the log that contains it is damaged
     */
    private record IndexVersion(long generation, long commit) {
        static final long UNKNOWN = -1;

        /** @param state the MANIFEST of the index; empty if there is no index yet */
        static IndexVersion of(Path index, Optional<Manifest> state) throws IOException {
            if (state.isEmpty()) {
                return new IndexVersion(0, 0);
            }
            Manifest manifest = state.get();
            if (manifest.log() == 0) {
                return new IndexVersion(manifest.generation(), manifest.sequence());
            }
            OptionalLong last = LogReader.lastCommit(IndexFiles.live(index), manifest.log(), manifest.scheme());
            // A rebuild may be the way to replace a damaged index.
            return new IndexVersion(
                    manifest.generation(),
                    last.isPresent() ? Math.max(last.getAsLong(), manifest.sequence()) : UNKNOWN);
        }

        /** Whether the index has the same documents as then. */
        boolean hasDocumentsOf(IndexVersion then) {
            return commit == then.commit && generation >= then.generation;
        }
    }

    /**
     * The minutiae that most documents of a segment hold, mostly boilerplate (BGMZ 5.1), found in one pass over its
     * table. Documents that share postings count once. Deleted documents count.
     *
     * @param most the most common first, ties by minutia; at least two documents hold each
     * @param over the number of minutiae that more documents hold than the limit
     */
    record CommonMinutiae(List<CommonMinutia> most, long over) {
        /** A candidate. The id of a holder is read only for the few that remain. */
        private record Met(long minutia, long documents, long place) {}

        /** The greater is the more common, or of equally common ones the one with the lesser minutia. */
        private static final Comparator<Met> ORDER = Comparator.comparingLong(Met::documents)
                .thenComparing((a, b) -> Long.compareUnsigned(b.minutia, a.minutia));

        CommonMinutiae {
            most = List.copyOf(most);
        }

        /**
         * Finds the common minutiae of a segment.
         *
         * @param n the largest number to return, at least 1
         * @param limit counts the minutiae that more documents hold, at least 1
         * @param threads the result does not depend on their number
         * @throws io.whorl.CorruptIndexException if the segment is damaged
         */
        static CommonMinutiae of(Segment segment, int n, long limit, ParallelTasks.Runner threads) throws IOException {
            if (n < 1 || limit < 1) {
                throw new IllegalArgumentException("n is " + n + " and limit " + limit + "; both must be at least 1");
            }
            return MappingFault.typed(List.of(segment.checkedFile()), () -> {
                Candidates all = new Candidates(n, limit);
                List<Callable<Void>> tasks = new ArrayList<>();
                for (int i = 0; i < segment.table().parts(); i++) {
                    int part = i;
                    tasks.add(() -> MappingFault.settled(() -> {
                        Candidates some = new Candidates(n, limit);
                        some.addAll(segment, part);
                        synchronized (all) {
                            some.met.forEach(all::add);
                            all.over += some.over;
                        }
                        return null;
                    }));
                }
                threads.runAll(tasks);
                return new CommonMinutiae(named(segment, all.met), all.over);
            });
        }

        /** The most common minutiae of some. Not thread-safe. */
        private static final class Candidates {
            private final int n;
            private final long limit;
            private final PriorityQueue<Met> met = new PriorityQueue<>(ORDER);
            private long over;

            Candidates(int n, long limit) {
                this.n = n;
                this.limit = limit;
            }

            void addAll(Segment segment, int part) {
                long documents = segment.counts().documents();
                DocumentLists.Cursor list = null;
                MinutiaCursor cursor = segment.table().cursor(part);
                while (cursor.next()) {
                    long place = cursor.payload() - documents;
                    if (place < 0) {
                        continue;
                    }
                    list = segment.lists().cursor(list, place);
                    long held = list.left();
                    over += held > limit ? 1 : 0;
                    if (held > 1 && (met.size() < n || held >= met.peek().documents)) {
                        add(new Met(cursor.minutia(), held, place));
                    }
                }
            }

            void add(Met candidate) {
                met.add(candidate);
                if (met.size() > n) {
                    met.poll();
                }
            }
        }

        private static List<CommonMinutia> named(Segment segment, PriorityQueue<Met> most) {
            List<CommonMinutia> named = new ArrayList<>();
            most.stream().sorted(ORDER.reversed()).forEach(met -> {
                DocumentLists.Cursor list = segment.lists().cursor(met.place);
                list.next();
                named.add(new CommonMinutia(
                        met.minutia, met.documents, segment.documents().id(list.document())));
            });
            return named;
        }
    }
}
