package io.whorl.cli.command;

import io.whorl.DiskSpaceException;
import io.whorl.bulk.BuildReport;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.Progress;
import io.whorl.cli.input.DocumentDates;
import io.whorl.cli.input.RefusedDocuments;
import io.whorl.cli.input.SourceDocuments;
import io.whorl.cli.report.SampledTexts;
import io.whorl.corpus.Document;
import io.whorl.rebuild.IndexRebuild;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Adds all documents to a rebuild, in finished steps that survive a failure, and puts the new index in place. */
final class RebuildIngest {
    /** What the message of a failure says about the index. */
    static final String OUTCOME = "the index is unchanged, and the finished steps are kept; continue with --resume";

    /** The time after which the documents that were read become a finished step, however slow reading is. */
    private static final long CHECKPOINT_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final Path index;
    private final IndexRebuild rebuild;
    private final DocumentDates dates;
    private final SampledTexts sample;
    private final RefusedDocuments refused;

    /**
     * @param sample receives each document too
     * @param refused the listener of the rebuild
     */
    RebuildIngest(
            Path index, IndexRebuild rebuild, DocumentDates dates, SampledTexts sample, RefusedDocuments refused) {
        this.dates = dates;
        this.refused = refused;
        this.index = index;
        this.rebuild = rebuild;
        this.sample = sample;
    }

    /** @param check called before the new index replaces the old one; may throw */
    IndexRebuild.Report run(SourceDocuments documents, Consumer<BuildReport> check, Progress progress)
            throws IOException {
        try {
            addAll(documents);
            progress.phase("merging, checking, replacing");
            IndexRebuild.Report report = rebuild.finish(check);
            refused.report();
            return report;
        } catch (FailedException | FileSystemException e) {
            throw e;
        } catch (DiskSpaceException e) {
            throw new FailedException(e.getMessage() + " (" + OUTCOME + ")");
        } catch (IOException e) {
            // For example an interrupt or a full disk: the message of the system does not name the file.
            throw new FailedException(index + " cannot be rebuilt: "
                    + (e.getMessage() == null ? "interrupted" : e.getMessage()) + "; " + OUTCOME);
        }
    }

    private void addAll(SourceDocuments documents) throws IOException {
        long checkpoint = System.nanoTime();
        for (Optional<Document> next = documents.next(); next.isPresent(); next = documents.next()) {
            rebuild.add(next.get().id(), next.get().utf8(), dates.of(next.get()));
            sample.add(next.get().utf8());
            refused.report();
            if (System.nanoTime() - checkpoint > CHECKPOINT_NANOS) {
                rebuild.checkpoint();
                checkpoint = System.nanoTime();
            }
        }
    }
}
