package io.whorl.build;

import io.whorl.scheme.Scheme;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;

/** The second half of a bulk build: from spooled postings to a published segment. Used once. */
final class SegmentBuild {
    private final IndexDirectory directory;
    private final Scheme scheme;
    private final BuildOptions options;
    private final ExecutorService threads;

    SegmentBuild(IndexDirectory directory, Scheme scheme, BuildOptions options, ExecutorService threads) {
        this.directory = directory;
        this.scheme = scheme;
        this.options = options;
        this.threads = threads;
    }

    BuildReport write(List<Batch> batches, int arrived, List<FingerprintWorker> workers, long textBytes)
            throws IOException {
        DocumentOrder documents = new DocumentOrder(batches, arrived);
        String name = directory.newSegmentName();
        Path file = directory.path().resolve(name);
        SegmentCounts counts = new SpooledSegment(scheme, options.memory(), options.threads(), threads, directory.path())
                .write(file, workers.stream().map(FingerprintWorker::spool).toList(), documents);
        directory.replace(scheme, List.of(SegmentFile.whole(name, Files.size(file))));
        return new BuildReport(counts.documents(), counts.words(), counts.minutiae(), counts.singletons(),
                counts.postings(), IndexFiles.bytes(directory.path()), documents.repeatedIds(),
                documents.tooShort(), withoutMinutiae(documents),
                workers.stream().mapToLong(FingerprintWorker::malformed).sum(), textBytes,
                DuplicateCounts.NONE, 1, 0);
    }

    private static long withoutMinutiae(DocumentOrder documents) {
        long without = 0;
        for (long i = 0; i < documents.count(); i++) {
            without += documents.minutiae(i) == 0 ? 1 : 0;
        }
        return without;
    }
}
