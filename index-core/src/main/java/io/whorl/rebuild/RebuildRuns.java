package io.whorl.rebuild;

import io.whorl.LimitExceededException;
import io.whorl.RefusedException;
import io.whorl.build.RunBuilder;
import io.whorl.build.RunMerge;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RefusedDocument;
import io.whorl.journal.Journal;
import io.whorl.journal.Journal.JournalStep;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentId;
import io.whorl.store.IndexFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
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
import java.util.zip.CRC32C;

/**
 * The runs of a rebuild: the finished ones, whose documents are skipped when they come again, and the current one. One
 * thread.
 */
final class RebuildRuns implements Closeable {
    private static final long MOST = 1L << 50;
    /** After each 64 runs, runs become larger, so that there are not too many to merge. */
    private static final int GROWING = 64;

    private final Path index;
    private final Path directory;
    private final Scheme scheme;
    private final BuildOptions options;
    private final Journal journal;
    private final List<JournalStep> finished = new ArrayList<>();
    private final StreamDigest stream = new StreamDigest();
    private final long resumed;
    /** The number of documents after which the sources ended before; there must not be more. */
    private final long last;

    private final AtomicLong refusals = new AtomicLong();
    private final Consumer<RefusedDocument> refused;
    private int passed;
    /** Whether all documents of the run that is passed have come again. */
    private boolean wholeRun = true;

    private long durable;
    private Optional<RunBuilder> run = Optional.empty();
    /** Whether a run failed when it was finished, so that its documents are missing. */
    private boolean lost;

    /** @param listener receives documents that cannot be fingerprinted in the given memory */
    RebuildRuns(Path index, Scheme scheme, BuildOptions options, Journal journal, Consumer<RefusedDocument> listener) {
        refused = document -> {
            refusals.incrementAndGet();
            listener.accept(document);
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
        durable = resumed;
        last = journal.last(JournalStep.Kind.MERGED).isPresent() ? resumed : Long.MAX_VALUE;
    }

    /** The number of documents in the runs that were finished when this object was created. */
    long resumed() {
        return resumed;
    }

    /** The number of documents in the runs that are finished now. */
    long durable() {
        return durable;
    }

    /** Passes the first documents of the finished runs, which do not come again. */
    void pass(long documents) {
        if (stream.documents > 0 || documents < 0 || documents > resumed) {
            throw new IllegalArgumentException("documents is " + documents + "; it must be 0 to " + resumed
                    + ", before the first document is added");
        }
        long end = 0;
        while (passed < finished.size() && finished.get(passed).count("documents") <= documents) {
            end = finished.get(passed++).count("documents");
        }
        stream.documents = documents;
        wholeRun = end == documents;
    }

    /** Verifies that the files of all finished runs exist. */
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
                throw new RefusedException(
                        index,
                        RefusedException.Reason.DAMAGED,
                        "run " + number + " has "
                                + found + " bytes instead of " + bytes
                                + "; the index itself is unchanged; begin the rebuild again,"
                                + " without resuming");
            }
        }
    }

    /** The common prefix of the file names of a run. */
    private String stem(int number) {
        return RunBuilder.file(directory, number).getFileName().toString().replaceFirst("[^.]*$", "");
    }

    /** The segments of the finished runs, in the order of arrival. */
    List<Path> files() {
        List<Path> files = new ArrayList<>();
        for (int number = 1; number <= finished.size(); number++) {
            files.add(RunBuilder.file(directory, number));
        }
        return files;
    }

    /** Whether a file with this name belongs to a finished run. */
    boolean has(String name) {
        return IntStream.rangeClosed(1, finished.size()).anyMatch(number -> name.startsWith(stem(number)));
    }

    void add(String id, byte[] utf8, long date) throws IOException {
        checkWhole();
        // Check the arguments before skipping: a document that a run refuses does not count in the stream, not even
        // when it
        // comes again.
        byte[] idUtf8 = DocumentId.utf8(id);
        Objects.requireNonNull(utf8, "utf8");
        if (stream.documents < resumed) {
            stream.add(idUtf8, utf8, date);
            JournalStep step = finished.get(passed);
            if (stream.documents == step.count("documents")) {
                requireSame(
                        !wholeRun || Long.toHexString(stream.digest()).equals(step.field("digest")),
                        "the first " + stream.documents + " documents differ from those read before");
                stream.crc.reset();
                wholeRun = true;
                passed++;
            }
            return;
        }
        requireSame(stream.documents < last, "there are more than the " + last + " documents read before");
        if (run.isEmpty()) {
            begin();
        }
        run.get().add(id, utf8, date);
        stream.add(idUtf8, utf8, date);
        if (run.get().isFull()) {
            end();
        }
    }

    private void begin() throws IOException {
        if (finished.size() == RunMerge.MOST_RUNS) {
            // Fail now, not when everything is read and cannot be merged.
            throw new LimitExceededException(
                    "runs of one rebuild",
                    finished.size() + 1L,
                    RunMerge.MOST_RUNS,
                    "begin the rebuild again with more memory than " + options.memory() + " bytes");
        }
        run = Optional.of(new RunBuilder(scheme, options(), directory, refused));
    }

    private void checkWhole() {
        if (lost) {
            throw new IllegalStateException("documents were lost when a run failed; close the rebuild and resume it");
        }
    }

    private BuildOptions options() {
        long text = Math.min(options.runText(), Long.MAX_VALUE / RunMerge.MOST_RUNS) * (1 + finished.size() / GROWING);
        // Keep room for the merged segment, which takes about as much as the finished runs.
        long reserve = options.reserve() == 0 ? 0 : Math.min(MOST, options.reserve() + bytes());
        return options.runText(text).reserve(reserve);
    }

    /** Whether the current run may be finished before it is full. */
    boolean mayEndEarly() {
        return finished.size() < RunMerge.MOST_RUNS / 2;
    }

    /** Finishes the current run. Does nothing if no document was added. */
    void end() throws IOException {
        checkWhole();
        if (run.isEmpty()) {
            return;
        }
        lost = true;
        int number = finished.size() + 1;
        long bytes;
        try (RunBuilder closing = run.get()) {
            bytes = closing.finish(RunBuilder.file(directory, number));
        } finally {
            run = Optional.empty();
        }
        IndexFiles.force(directory);
        journal.append(
                JournalStep.Kind.RUN,
                Map.of(
                        "run", Integer.toString(number),
                        "documents", Long.toString(stream.documents),
                        "digest", Long.toHexString(stream.digest()),
                        "refused", Long.toString(refusals.getAndSet(0)),
                        "bytes", Long.toString(bytes)));
        finished.add(journal.steps().get(journal.steps().size() - 1));
        durable = stream.documents;
        stream.crc.reset();
        lost = false;
    }

    /** Verifies that all documents of the finished runs have come again. */
    void requireAll() {
        requireSame(
                stream.documents >= resumed,
                "there are only " + stream.documents + " of the " + resumed + " documents read before");
    }

    /** Finishes all runs at the end of the sources; there is at least one. */
    void finish() throws IOException {
        requireAll();
        end();
        if (finished.isEmpty()) {
            run = Optional.of(new RunBuilder(scheme, options, directory, refused));
            end();
        }
    }

    /**
     * The documents of the finished runs that were left out because they could not be fingerprinted in the given
     * memory.
     */
    long refused() {
        return finished.stream().mapToLong(step -> step.count("refused")).sum();
    }

    long bytes() {
        return finished.stream().mapToLong(step -> step.count("bytes")).sum();
    }

    private void requireSame(boolean holds, String difference) {
        if (!holds) {
            throw new RefusedException(
                    index,
                    RefusedException.Reason.CHANGED,
                    "the sources have changed since the rebuild began: " + difference
                            + "; begin it again, without resuming");
        }
    }

    /** Ends the current run; its documents are lost. */
    @Override
    public void close() throws IOException {
        if (run.isPresent()) {
            run.get().close();
            run = Optional.empty();
        }
    }

    /** A digest of the documents of the current run, to compare it with that of another stream. One thread. */
    private static final class StreamDigest {
        private final CRC32C crc = new CRC32C();
        private final ByteBuffer lengths = ByteBuffer.allocate(2 * Integer.BYTES);
        private long documents;

        /** @param date as in {@link DocumentDate}; counts only if there is one */
        void add(byte[] id, byte[] utf8, long date) {
            crc.update(lengths.clear().putInt(id.length).putInt(utf8.length).flip());
            crc.update(id);
            crc.update(utf8);
            if (date != DocumentDate.NONE) {
                crc.update(lengths.clear().putLong(date).flip());
            }
            documents++;
        }

        long digest() {
            return crc.getValue();
        }
    }
}
