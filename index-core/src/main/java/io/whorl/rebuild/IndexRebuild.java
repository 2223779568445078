package io.whorl.rebuild;

import io.whorl.CorruptIndexException;
import io.whorl.NotAnIndexException;
import io.whorl.RebuildRefusedException;
import io.whorl.RebuildRefusedException.Reason;
import io.whorl.assembly.CommonMinutiae;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.RefusedDocument;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.Segment;
import io.whorl.store.SegmentFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes an index anew from all its documents, in its own directory, while the old one serves: readers open and refresh
 * as ever, and go on with what they have after the new one has taken its place, which is one step. Writers are turned
 * away meanwhile. What is finished (runs of documents, their merging, its checking) is written down as it is, so that a
 * rebuild that was closed, killed or out of disk can be resumed; until the last step the old index is as it was. The
 * new segment's bytes depend on the documents and the options alone, not on interruptions. One thread at a time.
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

    private final IndexDirectory directory;
    private final RebuildOptions options;
    private final Scheme scheme;
    private final long commit;
    private final Journal journal;
    private final RebuildRuns runs;
    private volatile Consumer<RefusedDocument> refused = document -> {};
    private boolean closed;
    private boolean finished;

    private IndexRebuild(
            IndexDirectory directory, RebuildOptions options, Scheme scheme, long commit, Journal journal) {
        this.directory = directory;
        this.options = options;
        this.scheme = scheme;
        this.commit = commit;
        this.journal = journal;
        runs = new RebuildRuns(
                directory.path(), scheme, options.buildOptions(), journal, document -> refused.accept(document));
    }

    /**
     * Begins a rebuild; what an earlier one that was not resumed has left is removed.
     *
     * @param index an index; or, where the options give a scheme, a path at which there is none: it is made by the last
     *     step, and until then nothing there looks like an index
     * @throws NotAnIndexException if there is none, and no scheme
     * @throws io.whorl.IndexExistsException if something else is there
     * @throws io.whorl.IndexLockedException if a writer is at work there
     * @throws io.whorl.InvalidSchemeException if the scheme cannot be carried out
     * @throws io.whorl.DiskSpaceException if the disk has not the room that so much text needs at the least
     */
    public static IndexRebuild begin(Path index, RebuildOptions options) throws IOException {
        boolean unfinished = Journal.exists(IndexFiles.rebuild(index));
        if (options.scheme().isEmpty() || IndexFiles.hasSegments(index) && !unfinished) {
            // Before a directory is made, or segments are removed that a repair would bring back.
            requireIndex(index, "there is nothing to rebuild; `build` it, or give a scheme for a new index");
        }
        return held(index, directory -> {
            Optional<Manifest> manifest = directory.manifest();
            Scheme scheme = Fingerprinter.of(options.scheme()
                            .orElseGet(() -> manifest.orElseThrow().scheme()))
                    .scheme();
            directory.removeRebuild(name -> false);
            if (!options.force() && options.buildOptions().reserve() > 0) {
                DiskEstimate.require(
                        index,
                        DiskEstimate.estimate(scheme, options.expectedText()),
                        options.buildOptions().reserve());
            }
            IndexVersion stamp = IndexVersion.of(index, manifest);
            Map<String, String> begun = new HashMap<>(options.fields(scheme));
            begun.put("generation", Long.toString(stamp.generation()));
            begun.put("commit", Long.toString(stamp.commit()));
            return new IndexRebuild(
                    directory, options, scheme, stamp.commit(), Journal.create(IndexFiles.rebuild(index), begun));
        });
    }

    /**
     * Goes on with a rebuild that was not finished. All documents are to be added again, in the same order; those of
     * finished runs are only compared and passed over.
     *
     * @param options as they were at the beginning, in all that the bytes of the index depend on
     * @throws RebuildRefusedException if there is nothing to resume, or it is damaged; if the options, the facts or
     *     (later, from {@link #add} or {@link #finish}) the documents are not those of the beginning; or, unless the
     *     options force it, if documents were added to the index or deleted since
     * @throws NotAnIndexException if there is no index
     * @throws io.whorl.IndexLockedException if a writer is at work there
     */
    public static IndexRebuild resume(Path index, RebuildOptions options) throws IOException {
        Optional<Scheme> wanted =
                options.scheme().map(scheme -> Fingerprinter.of(scheme).scheme());
        if (!Journal.exists(IndexFiles.rebuild(index))) {
            requireIndex(index, "there is nothing to rebuild and no rebuild to resume; begin one, without resuming");
        }
        return held(index, directory -> {
            Path work = IndexFiles.rebuild(index);
            if (!Journal.exists(work)) {
                throw new RebuildRefusedException(
                        index,
                        Reason.NOTHING_TO_RESUME,
                        "there is no unfinished rebuild to resume (one that has ended leaves nothing); begin one, without"
                                + " resuming");
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

    private static Journal journal(Path index, Path work) throws IOException {
        try {
            return Journal.open(work);
        } catch (CorruptIndexException e) {
            throw damaged(index, e.file() + " is damaged at byte " + e.offset() + ": " + e.reason(), e);
        }
    }

    private static RebuildRefusedException damaged(Path index, String what, Throwable cause) {
        return new RebuildRefusedException(
                index,
                Reason.DAMAGED,
                what + "; the index itself is untouched: begin the rebuild anew, without resuming",
                cause);
    }

    private static IndexRebuild resume(
            IndexDirectory directory, RebuildOptions options, Optional<Scheme> wanted, Journal journal)
            throws IOException {
        Path index = directory.path();
        Map<String, String> begun = journal.begun().fields();
        Scheme scheme = Scheme.fromJson(journal.begun().field("scheme"));
        Optional<String> difference = options.difference(begun, wanted.orElse(scheme));
        if (difference.isPresent()) {
            throw new RebuildRefusedException(
                    index,
                    Reason.CHANGED,
                    "the rebuild was begun with other options or sources: " + difference.get()
                            + "; resume it with the same, or begin it anew, without resuming");
        }
        IndexVersion then = new IndexVersion(
                journal.begun().count("generation"),
                Long.parseLong(journal.begun().field("commit")));
        IndexVersion now = IndexVersion.of(index, directory.manifest());
        boolean swapped = RebuildResult.swapped(directory, journal).isPresent();
        if (!swapped && !now.holdsWhat(then) && !options.force()) {
            throw new RebuildRefusedException(
                    index,
                    Reason.INDEX_CHANGED,
                    "documents were added to the index or deleted"
                            + " since the rebuild was begun, and would be lost; force it if they are in the sources, or begin anew,"
                            + " without resuming");
        }
        IndexRebuild rebuild = new IndexRebuild(directory, options, scheme, now.commit(), journal);
        if (!swapped) {
            rebuild.runs.requireFiles();
            directory.removeRebuild(rebuild::isFinished);
        }
        return rebuild;
    }

    /** Whether a file is the journal or one of a finished step. */
    private boolean isFinished(String name) {
        return name.equals(Journal.NAME)
                || runs.has(name)
                || name.equals(RebuildResult.MERGED)
                        && journal.last(JournalStep.Kind.MERGED).isPresent();
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
                    directory.abandon();
                }
            }
            throw e;
        }
    }

    private static void requireIndex(Path index, String otherwise) throws IOException {
        try {
            IndexFiles.readManifest(index);
        } catch (NotAnIndexException e) {
            throw new NotAnIndexException(
                    index,
                    IndexFiles.hasSegments(index)
                            ? "it has segments and no MANIFEST; `check --repair` may bring it back"
                            : otherwise,
                    e);
        }
    }

    /** The new index's scheme, its selection written out in full. */
    public Scheme scheme() {
        return scheme;
    }

    /**
     * Sets the listener for documents that are left out because they cannot be fingerprinted in the memory given; they
     * do not end the rebuild. Call it before the first document is added.
     *
     * @param who is called on any thread, one at a time; an exception that it throws ends the rebuild, which can be
     *     resumed
     */
    public void onRefused(Consumer<RefusedDocument> who) {
        refused = Objects.requireNonNull(who, "who");
    }

    /** Documents of finished runs: so many of those added are passed over. */
    public long resumed() {
        return runs.resumed();
    }

    /**
     * Adds a document; it is fingerprinted on another thread, and this call waits while too much is waiting.
     *
     * @param id 1 to 65,535 bytes of UTF-8
     * @param utf8 the text, not changed by anyone until the rebuild is finished or closed; malformed bytes are read as
     *     U+FFFD and counted
     * @throws RebuildRefusedException if the documents are not those that were added before
     * @throws io.whorl.DiskSpaceException before the disk is full; the rebuild can be closed, and resumed when there is
     *     room
     */
    public void add(String id, byte[] utf8) throws IOException {
        checkOpen();
        runs.add(id, utf8);
    }

    /** The same with the text as a string. */
    public void add(String id, String text) throws IOException {
        add(id, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Makes all that was added so far a finished step, so that a kill does not lose it. To be called every few minutes
     * at most: past a thousand of them it does nothing.
     */
    public void checkpoint() throws IOException {
        checkOpen();
        if (runs.mayBeCut()) {
            runs.end();
        }
    }

    /**
     * Says that all documents are added; merges, checks, and puts the new index in the place of the old one, in one
     * step and durably. Where it fails the old index is as it was.
     *
     * @throws RebuildRefusedException as {@link #add}, or if a file of the rebuild is damaged
     * @throws java.nio.file.FileSystemException if the new index is in its place after all, but the disk did not
     *     confirm it; a resume makes sure
     */
    public Report finish() throws IOException {
        checkOpen();
        RebuildResult made = new RebuildResult(directory, scheme, options.buildOptions(), journal);
        Optional<SegmentFile> before = RebuildResult.swapped(directory, journal);
        if (before.isPresent()) {
            runs.requireAll();
            Segment segment = IndexFiles.openSegment(
                    directory.path(), directory.manifest().orElseThrow(), before.get());
            return report(
                    JournaledReport.read(journal.last(JournalStep.Kind.MERGED).orElseThrow()), common(segment));
        }
        runs.finish();
        BuildReport report = made.merge(runs.files());
        made.check();
        // While the old index is as it was: what comes after the swap must not fail.
        CommonMinutiae common = common(made.merged());
        made.swap(commit);
        return report(report, common);
    }

    private CommonMinutiae common(Segment segment) {
        return CommonMinutiae.of(segment, COMMON, options.maxDf());
    }

    private Report report(BuildReport built, CommonMinutiae common) throws IOException {
        finished = true;
        try {
            directory.removeRebuild(name -> false);
        } catch (IOException e) {
            // The change has happened; the next rebuild removes what is left.
        }
        return new Report(
                built.withBytes(IndexFiles.bytes(directory.path())).withRefused(runs.refused()),
                runs.resumed(),
                common.most().stream()
                        .map(c -> new CommonMinutia(c.minutia(), c.documents(), c.holder()))
                        .toList(),
                common.over());
    }

    private void checkOpen() {
        if (closed || finished) {
            throw new IllegalStateException("the rebuild is finished or closed; begin another");
        }
    }

    /**
     * Stops. Unless the new index took its place, the old one is as it was, and what is finished is kept for a resume.
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
}
