package io.whorl.runs;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RefusedDocument;
import io.whorl.scheme.Scheme;
import io.whorl.store.ScratchSpace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Builds one run of a long build: a segment of some of its documents, and beside it what tells duplicates, to be merged
 * by {@link RunMerge} with the others. A finished run is a step done: where runs end does not change the bytes of what
 * they are merged to. Fingerprints in parallel; one thread adds.
 */
public final class RunBuilder implements AutoCloseable {
    /**
     * What became of the documents of one run.
     *
     * @param arrived documents added, including those left out
     * @param documents documents in the run's segment
     * @param repeatedIds documents left out because an earlier one of the run has their id
     * @param tooShort documents with fewer words than {@link BuildOptions#minDocument}. They are in the segment without
     *     minutiae, because their ids are taken; the merge of the runs leaves them out
     * @param malformed malformed UTF-8 sequences, which are read as U+FFFD
     * @param textBytes bytes of text fingerprinted
     * @param bytes size of the run's files
     */
    public record Report(
            long arrived,
            long documents,
            long repeatedIds,
            long tooShort,
            long malformed,
            long textBytes,
            long bytes) {}

    private final Path file;
    private final boolean digests;
    private final RunAccumulator intake;
    private boolean closed;

    /**
     * @param options {@link BuildOptions#replace} is not heeded
     * @param directory where the run's files and scratch files go; it is there already
     * @param number of the run, from 1: the order of arrival
     * @throws io.whorl.InvalidSchemeException if the scheme cannot be carried out
     */
    public RunBuilder(Scheme scheme, BuildOptions options, Path directory, int number) throws IOException {
        this(scheme, options, directory, number, document -> {});
    }

    /**
     * The same, with a listener for documents that are left out.
     *
     * @param refused as in {@link IndexBuilder#create(Path, Scheme, BuildOptions, Consumer)}
     */
    public RunBuilder(
            Scheme scheme, BuildOptions options, Path directory, int number, Consumer<RefusedDocument> refused)
            throws IOException {
        file = file(directory, number);
        digests = options.duplicates().sought();
        intake = new RunAccumulator(scheme, options, new ScratchSpace(directory, options.reserve()), refused);
    }

    /** The run's segment; beside it, of the same name, is the file that ends in {@code .notes}. */
    public static Path file(Path directory, int number) {
        if (number < 1) {
            throw new IllegalArgumentException("number is " + number + "; it must be at least 1");
        }
        return Run.segment(directory, number);
    }

    /**
     * As {@link IndexBuilder#add}. A full run takes more, but uses more memory for it than it was given.
     *
     * @throws io.whorl.DiskSpaceException if the disk would be full; then the run can only be closed
     */
    public void add(String id, byte[] utf8) throws IOException {
        checkOpen();
        intake.add(id, utf8);
    }

    /**
     * Whether its share of the memory is used up, or it has taken as many postings or as much text as a run is to have.
     */
    public boolean isFull() {
        return intake.isFull();
    }

    /** Writes the run; its files are forced to disk, their directory is not. Nothing is left of a run that failed. */
    public Report finish() throws IOException {
        checkOpen();
        try (RunBuilder closing = this) {
            return Run.write(closing.intake, digests, file, Run.notes(file));
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the run is finished or closed; make a new one");
        }
    }

    /** Stops; unless {@link #finish} returned, nothing is left of the run. */
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            intake.close();
        }
    }
}
