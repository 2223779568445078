package io.whorl.bulk;

import io.whorl.LimitExceededException;
import io.whorl.build.CommonMinutiae;
import io.whorl.build.RunBuilder;
import io.whorl.build.RunMerge;
import io.whorl.build.RunMerge.Run;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.live.Log;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import io.whorl.store.DocumentDate;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentFile;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Builds an index in bulk: fingerprints documents in parallel, sorts their postings, and writes one sealed segment. The
 * bytes of the index depend on the documents and the scheme alone. The order of {@link #add} only decides which of two
 * documents with one id is kept, as {@link BuildOptions#repeatedIds} says. The path does not look like an index until
 * {@link #finish} returns. Closing without finishing removes what was written. One thread at a time.
 *
 * <p>Documents that fit the memory form one run, which becomes the segment. Otherwise several runs are written as they
 * fill up, and merged at the end.
 */
public final class IndexBuilder implements AutoCloseable {
    private static final int MOST_DOCUMENTS = Integer.MAX_VALUE - 8;

    private final IndexDirectory directory;
    private final Scheme scheme;
    private final BuildOptions options;
    private final ScratchSpace space;
    /**
     * The number of the commit that this build is. It continues the numbers of an index that is replaced, so that the
     * new index is not mistaken for a state of the old one.
     */
    private final long commit;

    private final List<Run> runs = new ArrayList<>();
    private final AtomicLong refusals = new AtomicLong();
    private final Consumer<RefusedDocument> refused;
    private RunBuilder intake;
    /** Whether the documents of the intake are in a run, so that the next document needs another intake. */
    private boolean sealed;

    private long inRuns;
    private boolean published;
    private boolean closed;

    private IndexBuilder(
            IndexDirectory directory, Scheme scheme, BuildOptions options, Consumer<RefusedDocument> listener)
            throws IOException {
        this.directory = directory;
        this.options = options;
        commit = 1
                + Log.lastCommit(directory)
                        .orElseGet(() -> directory.manifest().orElseThrow().sequence());
        space = new ScratchSpace(directory.path(), options.reserve());
        refused = document -> {
            refusals.incrementAndGet();
            listener.accept(document);
        };
        intake = new RunBuilder(scheme, options, space, refused);
        this.scheme = intake.scheme();
    }

    /** Starts a build; see {@link #create(Path, Scheme, BuildOptions, Consumer)}. */
    public static IndexBuilder create(Path index, Scheme scheme, BuildOptions options) throws IOException {
        return create(index, scheme, options, document -> {});
    }

    /**
     * Starts a build with a listener for documents that are left out because they cannot be fingerprinted in the given
     * memory. They do not end the build; {@link BuildReport#refused} counts them.
     *
     * @param refused is called on any thread, one at a time, before {@link #finish} returns; an exception that it
     *     throws ends the build
     * @throws io.whorl.RefusedException if the path exists and the options do not replace an index there; if another
     *     process writes there; if this one may not
     * @throws io.whorl.SchemeException if the scheme cannot be used, for example because its plug-in is missing
     */
    public static IndexBuilder create(
            Path index, Scheme scheme, BuildOptions options, Consumer<RefusedDocument> refused) throws IOException {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(scheme, "scheme");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(refused, "refused");
        // Fail before any file is changed if the scheme cannot be used.
        Fingerprinter.of(scheme);
        IndexDirectory directory = IndexDirectory.create(index, options.replace());
        return Channels.orElse(directory::discard, () -> new IndexBuilder(directory, scheme, options, refused));
    }

    /**
     * Adds a document. Another thread fingerprints it; this call blocks while too much text is queued.
     *
     * @param id 1 to 65,535 bytes of UTF-8
     * @param utf8 the text; must not change until the builder is finished or closed; malformed bytes are read as U+FFFD
     *     and counted
     */
    public void add(String id, byte[] utf8) throws IOException {
        add(id, utf8, Optional.empty());
    }

    /**
     * Adds a document with its date, if it has one. The index stores dates only if a document has one.
     *
     * @param date in the years 1 to 9999; parts of a millisecond are cut off
     * @throws io.whorl.RefusedException if this process lost the permission to write
     */
    public void add(String id, byte[] utf8, Optional<Instant> date) throws IOException {
        checkOpen();
        Channels.permitted(() -> {
            take(id, utf8, date);
            return null;
        });
    }

    /** Adds a document whose text is a string. */
    public void add(String id, String text) throws IOException {
        add(id, text.getBytes(StandardCharsets.UTF_8));
    }

    private void take(String id, byte[] utf8, Optional<Instant> date) throws IOException {
        LimitExceededException.require(
                "documents of one build",
                inRuns + (sealed ? 0 : intake.documents()) + 1,
                MOST_DOCUMENTS,
                "build several indexes");
        if (!sealed && intake.isFull()) {
            // Only when another document comes: a build that fits one run is not merged. Refused before the full run is
            // sealed, so that no work is lost and the builder can still finish.
            LimitExceededException.require(
                    "runs of one build",
                    runs.size() + 2L,
                    RunMerge.MOST_RUNS,
                    "give the build more memory (BuildOptions.memory), or more text to each run");
            seal();
        }
        if (sealed) {
            // If this fails, for example because the disk is full, the builder can still finish, or try again.
            intake = new RunBuilder(scheme, options, space, refused);
            sealed = false;
        }
        intake.add(id, utf8, DocumentDate.of(date));
    }

    private void seal() throws IOException {
        // The next writer recognises the file by its name and removes it.
        Path file = Files.createTempFile(directory.path(), "spill-", ".tmp");
        long bytes = intake.finish(file);
        runs.add(new Run(Segment.openPrivate(file), intake.repeatedIds(), intake.malformed(), intake.textBytes()));
        inRuns += intake.documents();
        sealed = true;
        space.take(bytes);
        space.alsoKeepFree(
                runs.stream().mapToLong(run -> run.segment().length()).sum());
    }

    /**
     * Writes the index and publishes it at the path in one step. When this method returns, the index is on disk and
     * survives a power loss.
     */
    public BuildReport finish() throws IOException {
        return finish(report -> {});
    }

    /**
     * Writes the index, and publishes it at the path in one step if the check accepts it.
     *
     * @param check is called before the index is published. An exception that it throws ends the build: the path is as
     *     it was before. The size in its report is that of the segment alone
     */
    public BuildReport finish(Consumer<BuildReport> check) throws IOException {
        Objects.requireNonNull(check, "check");
        checkOpen();
        return Channels.permitted(() -> {
            try (IndexBuilder closing = this) {
                return closing.write(check);
            }
        });
    }

    private BuildReport write(Consumer<BuildReport> check) throws IOException {
        String name = directory.newSegmentName();
        Path file = directory.path().resolve(name);
        BuildReport report;
        if (runs.isEmpty()) {
            report = RunMerge.single(intake, file, CommonMinutiae.NONE);
        } else {
            if (!sealed) {
                seal();
            }
            space.alsoKeepFree(0);
            report = RunMerge.merge(runs, file, options, space, CommonMinutiae.NONE, () -> false);
        }
        check.accept(report.with(report.index().bytes(), refusals.get()));
        StoredKinds stored = new StoredKinds(options.storeText(), options.storeFingerprints());
        directory.replace(scheme, stored, List.of(SegmentFile.whole(name, Files.size(file))), commit, Optional.empty());
        published = true;
        return report.with(IndexFiles.bytes(directory.path()), refusals.get());
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the builder is finished or closed; make a new one");
        }
    }

    /** Ends the build. Removes what was written unless {@link #finish} returned. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        runs.forEach(run -> run.segment().release());
        try (IndexDirectory held = directory) {
            intake.close();
            if (!published) {
                held.abandon();
            }
        }
    }
}
