package io.whorl.runs;

import io.whorl.assembly.DocumentBatch;
import io.whorl.assembly.DocumentOrder;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.store.ScratchBits;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finishes a build whose documents fit one run: writes its segment directly, without a merge. */
final class SingleRunBuild {
    private SingleRunBuild() {}

    static BuildReport write(RunAccumulator intake, Duplicates duplicates, Path file, ScratchSpace space)
            throws IOException {
        intake.drain();
        DocumentOrder all = intake.order(false);
        Duplicates.Counts found = Duplicates.Counts.NONE;
        DocumentOrder kept = all;
        if (duplicates.sought()) {
            DuplicateSearch search = search(all, duplicates, space);
            found = search.run();
            ScratchBits dropped = search.dropped().get(0);
            for (int i = 0; i < all.count() && dropped.count() > 0; i++) {
                if (dropped.contains(i)) {
                    all.leaveOut(i, DocumentBatch.DUPLICATE);
                }
            }
            kept = dropped.count() > 0 ? intake.order(false) : all;
        }
        SegmentCounts counts = intake.write(file, kept);
        Segment written = Segment.open(file);
        DocumentOrder order = kept;
        EmptyDocuments without = EmptyDocuments.among(
                order.count(), order::minutiae, i -> new String(order.id(i), StandardCharsets.UTF_8));
        return new BuildReport(
                counts.documents(),
                counts.words(),
                counts.minutiae(),
                counts.singletons(),
                counts.postings(),
                Files.size(file),
                kept.repeatedIds(),
                kept.tooShort(),
                without.count(),
                intake.malformed(),
                intake.textBytes(),
                written.texts().length(),
                written.fingerprints().length(),
                found,
                1,
                0,
                space.peak(),
                without.first());
    }

    private static DuplicateSearch search(DocumentOrder documents, Duplicates duplicates, ScratchSpace space)
            throws IOException {
        Path file = Run.temporary(space.directory());
        try {
            RunNotes.write(file, documents, new RunNotes.Counts(true, 0, documents.count(), 0, 0, 0));
            return new DuplicateSearch(
                    List.of(RunNotes.open(file)),
                    List.of(new ScratchBits(documents.count(), Optional.empty())),
                    duplicates,
                    (run, ordinal) -> new String(documents.id(ordinal), StandardCharsets.UTF_8),
                    Optional.empty());
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
