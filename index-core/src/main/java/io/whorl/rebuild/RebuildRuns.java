package io.whorl.rebuild;

import io.whorl.LimitExceededException;
import io.whorl.RebuildRefusedException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RefusedDocument;
import io.whorl.runs.RunBuilder;
import io.whorl.runs.RunMerge;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentId;
import io.whorl.store.IndexFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The runs of a rebuild: those that are finished, whose documents are passed over when they come again, and the one in
 * the making. One thread.
 */
final class RebuildRuns implements Closeable {
    private static final long MOST = 1L << 50;
    /** After so many runs they become larger, so that there will not be too many to merge. */
    private static final int GROWING = 64;

    private final Path index;
    private final Path directory;
    private final Scheme scheme;
    private final BuildOptions options;
    private final Journal journal;
    private final List<JournalStep> finished = new ArrayList<>();
    private final StreamDigest stream = new StreamDigest();
    private final long resumed;
    /** Documents after which the sources had ended before; there must be no more. */
    private final long last;

    private final AtomicLong refusals = new AtomicLong();
    private final Consumer<RefusedDocument> refused;
    private int passed;
    private Optional<RunBuilder> run = Optional.empty();
    /** Whether a run failed as it was ended: what was added to it would be missing. */
    private boolean lost;

    /** @param told of documents that cannot be fingerprinted in the memory given */
    RebuildRuns(Path index, Scheme scheme, BuildOptions options, Journal journal, Consumer<RefusedDocument> told) {
        refused = document -> {
            refusals.incrementAndGet();
            told.accept(document);
        };
        this.index = index;
        this.scheme = scheme;
        this.options = options;
        this.journal = journal;
        directory = IndexFiles.rebuild(index);
        journal.steps().stream()
                .filter(step -> step.kind() == JournalStep.Kind.RUN)
                .forEach(finished::add);
        resumed = finished.isEmpty() ? 0 : finished.get(finished.size() - 1).count("documents");
        last = journal.last(JournalStep.Kind.MERGED).isPresent() ? resumed : Long.MAX_VALUE;
    }

    /** Documents in the runs that were finished when this was made. */
    long resumed() {
        return resumed;
    }

    /** Verifies that what the journal says is finished is there. */
    void requireFiles() throws IOException {
        for (int number = 1; number <= finished.size(); number++) {
            long bytes = finished.get(number - 1).count("bytes");
            long found = 0;
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, stem(number) + "*")) {
                for (Path file : files) {
                    found += Files.size(file);
                }
            }
            if (found != bytes) {
                throw new RebuildRefusedException(
                        index,
                        RebuildRefusedException.Reason.DAMAGED,
                        "run " + number + " has "
                                + found + " bytes where it had " + bytes
                                + "; the index itself is untouched: begin the rebuild anew,"
                                + " without resuming");
            }
        }
    }

    /** What the names of a run's files begin with. */
    private String stem(int number) {
        return RunBuilder.file(directory, number).getFileName().toString().replaceFirst("[^.]*$", "");
    }

    /** The finished runs' segments, in order of arrival. */
    List<Path> files() {
        List<Path> files = new ArrayList<>();
        for (int number = 1; number <= finished.size(); number++) {
            files.add(RunBuilder.file(directory, number));
        }
        return files;
    }

    /** Whether a file of this name is one of a finished run. */
    boolean has(String name) {
        return IntStream.rangeClosed(1, finished.size()).anyMatch(number -> name.startsWith(stem(number)));
    }

    void add(String id, byte[] utf8) throws IOException {
        checkWhole();
        // Before anything is passed over: what a run refuses is no document of the stream, when it comes again neither.
        byte[] idUtf8 = DocumentId.utf8(id);
        Objects.requireNonNull(utf8, "utf8");
        if (stream.documents() < resumed) {
            stream.add(idUtf8, utf8);
            JournalStep step = finished.get(passed);
            if (stream.documents() == step.count("documents")) {
                requireSame(
                        Long.toHexString(stream.digest()).equals(step.field("digest")),
                        "the first " + stream.documents() + " documents are not those that were read before");
                passed++;
            }
            return;
        }
        requireSame(stream.documents() < last, "there are more than the " + last + " documents that there were");
        if (run.isEmpty()) {
            begin();
        }
        run.get().add(id, utf8);
        stream.add(idUtf8, utf8);
        if (run.get().isFull()) {
            end();
        }
    }

    private void begin() throws IOException {
        if (finished.size() == RunMerge.MOST_RUNS) {
            // Now, and not when all is read and cannot be merged.
            throw new LimitExceededException(
                    "runs of one rebuild",
                    finished.size() + 1L,
                    RunMerge.MOST_RUNS,
                    "begin the rebuild anew, with more memory (" + options.memory() + " bytes are given)");
        }
        run = Optional.of(new RunBuilder(scheme, options(), directory, finished.size() + 1, refused));
    }

    private void checkWhole() {
        if (lost) {
            throw new IllegalStateException("documents were lost when a run failed; close the rebuild and resume it");
        }
    }

    private BuildOptions options() {
        long text = Math.min(options.runText(), Long.MAX_VALUE / RunMerge.MOST_RUNS) * (1 + finished.size() / GROWING);
        // Room is kept for what is made of the finished runs in the end, which takes at most about as much as they.
        long reserve = options.reserve() == 0 ? 0 : Math.min(MOST, options.reserve() + bytes());
        return options.toBuilder().runText(text).reserve(reserve).build();
    }

    /** Whether there may be runs that are not full. */
    boolean mayBeCut() {
        return finished.size() < RunMerge.MOST_RUNS / 2;
    }

    /** Makes what was added since the last finished run a finished run; nothing if nothing was added. */
    void end() throws IOException {
        checkWhole();
        if (run.isEmpty()) {
            return;
        }
        lost = true;
        RunBuilder.Report report;
        try (RunBuilder closing = run.get()) {
            report = closing.finish();
        } finally {
            run = Optional.empty();
        }
        IndexFiles.force(directory);
        int number = finished.size() + 1;
        journal.append(
                JournalStep.Kind.RUN,
                Map.of(
                        "run", Integer.toString(number),
                        "documents", Long.toString(stream.documents()),
                        "digest", Long.toHexString(stream.digest()),
                        "refused", Long.toString(refusals.getAndSet(0)),
                        "bytes", Long.toString(report.bytes())));
        finished.add(journal.steps().get(journal.steps().size() - 1));
        lost = false;
    }

    /** Verifies that all documents of runs that were finished before have come again. */
    void requireAll() {
        requireSame(
                stream.documents() >= resumed,
                "there are only " + stream.documents() + " documents where " + resumed + " were read before");
    }

    /** The end of the sources: all runs are finished, one at the least. */
    void finish() throws IOException {
        requireAll();
        end();
        if (finished.isEmpty()) {
            run = Optional.of(new RunBuilder(scheme, options, directory, 1, refused));
            end();
        }
    }

    /**
     * Documents of the finished runs that were left out because they could not be fingerprinted in the memory given.
     */
    long refused() {
        return finished.stream().mapToLong(step -> step.count("refused")).sum();
    }

    /** Bytes of the finished runs. */
    long bytes() {
        return finished.stream().mapToLong(step -> step.count("bytes")).sum();
    }

    private void requireSame(boolean holds, String difference) {
        if (!holds) {
            throw new RebuildRefusedException(
                    index,
                    RebuildRefusedException.Reason.CHANGED,
                    "the sources have changed since" + " the rebuild was begun: " + difference
                            + "; begin it anew, without resuming");
        }
    }

    /** Stops; what was added since the last finished run is lost. */
    @Override
    public void close() throws IOException {
        if (run.isPresent()) {
            run.get().close();
            run = Optional.empty();
        }
    }
}
