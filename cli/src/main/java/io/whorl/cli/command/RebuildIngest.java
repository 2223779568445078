package io.whorl.cli.command;

import io.whorl.DiskSpaceException;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.Progress;
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

/** Takes all documents into a rebuild, in steps that are kept however it ends, and puts the new index in place. */
final class RebuildIngest {
    /** What became of all if it is broken off. */
    static final String KEPT = "the index is as it was, and what is finished is kept: go on with --resume";

    /** What is read in such a time is made a finished step, however slow reading is. */
    private static final long CHECKPOINT_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final Path index;
    private final IndexRebuild rebuild;
    private final SampledTexts sample;
    private final RefusedDocuments refused;

    /**
     * @param sample is given every document too
     * @param refused told by the rebuild
     */
    RebuildIngest(Path index, IndexRebuild rebuild, SampledTexts sample, RefusedDocuments refused) {
        this.refused = refused;
        this.index = index;
        this.rebuild = rebuild;
        this.sample = sample;
    }

    /** @throws FailedException if it cannot be finished, for reasons that are not the sources' */
    IndexRebuild.Report run(SourceDocuments intake, Progress progress) throws IOException {
        try {
            takeAll(intake);
            progress.phase("merging, checking, swapping in");
            IndexRebuild.Report report = rebuild.finish();
            refused.tell();
            return report;
        } catch (FailedException | FileSystemException e) {
            throw e;
        } catch (DiskSpaceException e) {
            throw new FailedException(e.getMessage() + " (" + KEPT + ")");
        } catch (IOException e) {
            // Such as an interrupt while it is written, or a full disk, of which the system says neither where nor
            // what.
            throw new FailedException(index + " cannot be rebuilt: "
                    + (e.getMessage() == null ? "interrupted" : e.getMessage()) + "; " + KEPT);
        }
    }

    private void takeAll(SourceDocuments intake) throws IOException {
        long checkpoint = System.nanoTime();
        for (Optional<Document> next = intake.next(); next.isPresent(); next = intake.next()) {
            rebuild.add(next.get().id(), next.get().utf8());
            sample.add(next.get().utf8());
            refused.tell();
            if (System.nanoTime() - checkpoint > CHECKPOINT_NANOS) {
                rebuild.checkpoint();
                checkpoint = System.nanoTime();
            }
        }
    }
}
