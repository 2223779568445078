package io.whorl.build;

import io.whorl.LimitExceededException;
import io.whorl.build.RunMerge.Run;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.RefusedDocument;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.log.LogReader;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentDate;
import io.whorl.store.FileErrors;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentFile;
import io.whorl.store.StoredKinds;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Builds an index. Documents that fit the memory form one run, which becomes the segment. Otherwise several runs are
 * written as they fill up, and merged at the end.
 */
public final class BulkBuilder implements Closeable {
    private static final int MOST_DOCUMENTS = Integer.MAX_VALUE - 8;

    private final IndexDirectory directory;
    private final Scheme scheme;
    private final BuildOptions options;
    private final int mostRuns;
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

    private BulkBuilder(
            IndexDirectory directory,
            Scheme scheme,
            BuildOptions options,
            Consumer<RefusedDocument> listener,
            int mostRuns)
            throws IOException {
        this.directory = directory;
        this.options = options;
        this.mostRuns = mostRuns;
        commit = 1 + lastCommit(directory);
        space = new ScratchSpace(directory.path(), options.reserve());
        refused = document -> {
            refusals.incrementAndGet();
            listener.accept(document);
        };
        intake = new RunBuilder(scheme, options, space, refused);
        this.scheme = intake.scheme();
    }

    private static long lastCommit(IndexDirectory directory) throws IOException {
        Optional<Manifest> replaced = directory.manifest();
        return replaced.isEmpty()
                ? 0
                : LogReader.lastCommit(directory.path(), replaced.get())
                        .orElse(replaced.get().sequence());
    }

    public static BulkBuilder create(Path index, Scheme scheme, BuildOptions options, Consumer<RefusedDocument> refused)
            throws IOException {
        return create(index, scheme, options, refused, RunMerge.MOST_RUNS);
    }

    /** @param mostRuns the largest number of runs; tests set a small one */
    static BulkBuilder create(
            Path index, Scheme scheme, BuildOptions options, Consumer<RefusedDocument> refused, int mostRuns)
            throws IOException {
        // Fail before any file is changed if the scheme cannot be used.
        Fingerprinter.of(scheme);
        IndexDirectory directory = IndexDirectory.create(index, options.replace());
        try {
            return new BulkBuilder(directory, scheme, options, refused, mostRuns);
        } catch (IOException | RuntimeException e) {
            try (directory) {
                directory.abandon();
            } catch (IOException also) {
                // A second failure of the disk must not leave the index locked.
                e.addSuppressed(also);
            }
            throw e;
        }
    }

    /** @throws io.whorl.RefusedException if this process lost the permission to write */
    public void add(String id, byte[] utf8, Optional<Instant> date) throws IOException {
        checkOpen();
        FileErrors.permitted(() -> {
            take(id, utf8, date);
            return null;
        });
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
                    mostRuns,
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
        Path segment = Run.temporary(directory.path());
        Path notes = Run.temporary(directory.path());
        Run.write(intake, segment, notes);
        inRuns += intake.documents();
        intake.close();
        Run run = Run.openPrivate(segment, notes);
        runs.add(run);
        sealed = true;
        space.take(run.bytes());
        space.alsoKeepFree(runs.stream().mapToLong(Run::bytes).sum());
    }

    public BuildReport finish() throws IOException {
        return finish(report -> {});
    }

    /** @param check called before the index is published; an exception that it throws ends the build */
    public BuildReport finish(Consumer<BuildReport> check) throws IOException {
        checkOpen();
        return FileErrors.permitted(() -> {
            try (BulkBuilder closing = this) {
                return closing.write(check);
            }
        });
    }

    private BuildReport write(Consumer<BuildReport> check) throws IOException {
        String name = directory.newSegmentName();
        Path file = directory.path().resolve(name);
        BuildReport report;
        if (runs.isEmpty() && options.duplicates() != Duplicates.ALIAS) {
            report = RunMerge.single(intake, options.duplicates(), file, space);
        } else {
            if (!sealed) {
                seal();
            }
            space.alsoKeepFree(0);
            report = RunMerge.merge(runs, false, options.duplicates(), file, options, space, () -> false);
        }
        check.accept(report.with(report.bytes(), refusals.get()));
        StoredKinds stored = new StoredKinds(options.storeText(), options.storeFingerprints());
        directory.replace(scheme, stored, List.of(SegmentFile.whole(name, Files.size(file))), commit, Optional.empty());
        published = true;
        return report.with(IndexFiles.bytes(directory.path()), refusals.get());
    }

    /** Whether postings of the current run are in a scratch file. */
    public boolean hasSpilled() {
        return intake.hasSpilled();
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the builder is finished or closed; make a new one");
        }
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        runs.clear();
        try (IndexDirectory held = directory) {
            intake.close();
            if (!published) {
                held.abandon();
            }
        }
    }
}
