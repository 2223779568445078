package io.whorl.build;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RefusedDocument;
import io.whorl.internal.Ranges;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentDate;
import io.whorl.store.ScratchSpace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Builds one run of a long build: a segment of some of its documents, with notes about duplicates. {@link RunMerge}
 * merges it with the other runs. A finished run can be kept, and the places where runs end do not change the bytes of
 * the merged segment. Fingerprints in parallel. One thread adds.
 */
public final class RunBuilder implements AutoCloseable {
    /**
     * What became of the documents of one run.
     *
     * @param arrived documents added, including those left out
     * @param documents documents in the run's segment
     * @param repeatedIds documents left out because another one of the run has their id
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
     * @param options {@link BuildOptions#replace} has no effect
     * @param directory existing directory for the files of the run and for scratch files
     * @param number of the run, from 1, in the order of arrival
     * @throws io.whorl.SchemeException if the scheme cannot be used
     */
    public RunBuilder(Scheme scheme, BuildOptions options, Path directory, int number) throws IOException {
        this(scheme, options, directory, number, document -> {});
    }

    /**
     * The same, with a listener for documents that are left out.
     *
     * @param refused as in {@link io.whorl.bulk.IndexBuilder#create(Path, Scheme, BuildOptions, Consumer)}
     */
    public RunBuilder(
            Scheme scheme, BuildOptions options, Path directory, int number, Consumer<RefusedDocument> refused)
            throws IOException {
        file = file(directory, number);
        digests = options.duplicates().sought();
        intake = new RunAccumulator(scheme, options, new ScratchSpace(directory, options.reserve()), refused);
    }

    /** The segment file of a run. Its notes have the same name and end in {@code .notes}. */
    public static Path file(Path directory, int number) {
        Ranges.checkAtLeast("number", number, 1);
        return Run.segment(directory, number);
    }

    /**
     * Adds a document; see {@link io.whorl.bulk.IndexBuilder#add}. A full run accepts more, but exceeds its memory.
     *
     * @throws io.whorl.DiskSpaceException if the disk would be full; then the run can only be closed
     */
    public void add(String id, byte[] utf8) throws IOException {
        add(id, utf8, DocumentDate.NONE);
    }

    /**
     * The same for a document with a date.
     *
     * @param date as in {@link DocumentDate}
     */
    public void add(String id, byte[] utf8, long date) throws IOException {
        checkOpen();
        intake.add(id, utf8, date);
    }

    /** Whether the run has used its share of the memory, or has as many postings or as much text as a run may have. */
    public boolean isFull() {
        return intake.isFull();
    }

    /** Writes the run and forces its files to disk, not their directory. If this fails, its files are deleted. */
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

    /** Ends the run. Unless {@link #finish} returned, its files are deleted. */
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            intake.close();
        }
    }
}
