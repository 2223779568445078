package io.whorl.merge;

import io.whorl.assembly.ListPool;
import io.whorl.assembly.NewFile;
import io.whorl.concurrent.CallerExecutor;
import io.whorl.scheme.Scheme;
import io.whorl.store.CheckedFile;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DeadDocuments;
import io.whorl.store.EntryRuns;
import io.whorl.store.MappingFault;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentWriter;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;

/**
 * Merges segments into one without their deleted documents, in one pass over each input, on the calling thread if no
 * others are given. If the inputs are the whole index, the result is byte for byte what a bulk build of the living
 * documents writes. Otherwise only the mean logarithms differ, because they count the other segments too. Documents
 * that share postings still share them; if the first of a family is deleted, the next living one represents it.
 */
public final class SegmentMerge {
    private static final MergeTarget COUNTED = new MergeTarget() {
        @Override
        public long list(HolderUnion holders) {
            return 0;
        }

        @Override
        public boolean add(long minutia, long payload) {
            // The caller counts.
            return true;
        }
    };

    private SegmentMerge() {}

    /**
     * A segment and its documents that are not to be in the result.
     *
     * @param dead a set over as many documents as the segment has
     */
    public record Input(Segment segment, DeadDocuments dead) {
        public Input {
            if (dead.documents() != segment.counts().documents()) {
                throw new IllegalArgumentException("dead covers " + dead.documents() + " documents; the segment has "
                        + segment.counts().documents());
            }
        }

        long alive() {
            return dead.documents() - dead.count();
        }
    }

    /**
     * Writes the merged segment and forces the file to disk, not its directory. If this fails or is cancelled, the file
     * is deleted.
     *
     * @param inputs at least one, all of one scheme; no two contain a living document with the same id; all store the
     *     same of their documents
     * @param file is created or replaced
     * @param memory bytes of heap for data that grow with the minutiae, at least 0; more goes to scratch files
     * @param scratch directory for scratch files; each is unlinked as soon as it is open
     * @param cancelled is called before each input is verified and every few thousand minutiae and documents
     * @throws CancellationException once {@code cancelled} returns true
     * @throws io.whorl.CorruptIndexException if an input is damaged; checksums are verified first, so damage is not
     *     copied
     */
    public static SegmentCounts merge(
            List<Input> inputs, Path file, long memory, Path scratch, BooleanSupplier cancelled) throws IOException {
        return merge(inputs, CollectionFrequencies.none(), file, memory, scratch, cancelled);
    }

    /**
     * The same for some of an index's segments.
     *
     * @param others the documents of the index that are not in the inputs
     */
    public static SegmentCounts merge(
            List<Input> inputs,
            CollectionFrequencies others,
            Path file,
            long memory,
            Path scratch,
            BooleanSupplier cancelled)
            throws IOException {
        return merge(inputs, others, file, memory, new ScratchSpace(scratch), cancelled);
    }

    /**
     * The same, with families: living documents with equal fingerprints share one set of postings.
     *
     * @param declared the families; no input may have families already
     */
    public static SegmentCounts merge(
            List<Input> inputs,
            FamilySource declared,
            Path file,
            long memory,
            ScratchSpace scratch,
            BooleanSupplier cancelled)
            throws IOException {
        return merge(inputs, declared, file, memory, scratch, new CallerExecutor(cancelled), 1, cancelled);
    }

    /** Merges all of an index's segments into one that stores neither texts nor fingerprints. */
    public static SegmentCounts mergePostings(List<Input> inputs, Path file, long memory, ScratchSpace scratch)
            throws IOException {
        BooleanSupplier never = () -> false;
        return merge(
                inputs,
                CollectionFrequencies.none(),
                FamilySource.NONE,
                StoredKinds.NONE,
                file,
                memory,
                scratch,
                new CallerExecutor(never),
                1,
                never);
    }

    /**
     * The same for some of an index's segments, with scratch files that leave some of the disk free.
     *
     * @param others the documents of the index that are not in the inputs
     */
    public static SegmentCounts merge(
            List<Input> inputs,
            CollectionFrequencies others,
            Path file,
            long memory,
            ScratchSpace scratch,
            BooleanSupplier cancelled)
            throws IOException {
        return merge(
                inputs,
                others,
                FamilySource.NONE,
                MergedForms.in(inputs),
                file,
                memory,
                scratch,
                new CallerExecutor(cancelled),
                1,
                cancelled);
    }

    /**
     * The same on several threads. The bytes do not depend on their number.
     *
     * @param threads threads that merge and write
     * @param workers the number of threads, at least 1
     */
    public static SegmentCounts merge(
            List<Input> inputs,
            FamilySource declared,
            Path file,
            long memory,
            ScratchSpace scratch,
            ExecutorService threads,
            int workers,
            BooleanSupplier cancelled)
            throws IOException {
        return merge(
                inputs,
                CollectionFrequencies.none(),
                declared,
                MergedForms.in(inputs),
                file,
                memory,
                scratch,
                threads,
                workers,
                cancelled);
    }

    private static SegmentCounts merge(
            List<Input> inputs,
            CollectionFrequencies others,
            FamilySource declared,
            StoredKinds stored,
            Path file,
            long memory,
            ScratchSpace scratch,
            ExecutorService threads,
            int workers,
            BooleanSupplier cancelled)
            throws IOException {
        Scheme scheme = check(inputs, memory);
        return reading(
                inputs,
                () -> NewFile.write(file, () -> {
                    for (Input input : inputs) {
                        if (cancelled.getAsBoolean()) {
                            throw new CancellationException("the caller cancelled the merge");
                        }
                        SegmentCheck.requireChecksums(input.segment(), !stored.isNone(), threads);
                    }
                    List<Input> living = living(inputs);
                    SliceMerge slices = new SliceMerge(living, scheme, memory / 2, threads, workers, cancelled);
                    try (MergedDocuments documents = new MergedDocuments(living, scratch, cancelled);
                            MergedFamilies families = families(inputs, living, documents, declared, scratch);
                            SegmentWriter out = new SegmentWriter(file, scheme);
                            EntryRuns entries = new EntryRuns(slices.slices(), memory / 4, scratch);
                            ListPool pool = new ListPool(out, memory / 8, ListPool.MOST, scratch)) {
                        SegmentCounts counts = slices.run(documents, families, pool, entries);
                        out.writeTable(entries, documents.count(), threads, memory / 8, scratch);
                        out.writeDocuments(documents);
                        out.writeMeanLogs(
                                entries,
                                documents,
                                families.isEmpty() ? d -> d : families::next,
                                others,
                                threads,
                                memory / 8,
                                scratch);
                        if (!families.isEmpty()) {
                            out.writeFamilies(documents.count(), families::next);
                        }
                        if (stored.texts()) {
                            out.writeTexts(documents.count(), new MergedForms(living, documents, Segment::texts));
                        }
                        out.writeDates(documents);
                        if (stored.fingerprints()) {
                            out.writeFingerprints(
                                    documents.count(), new MergedForms(living, documents, Segment::fingerprints));
                        }
                        out.finish(counts);
                        return counts;
                    }
                }));
    }

    private static SegmentCounts reading(List<Input> inputs, MappingFault.Reader<SegmentCounts, IOException> merge)
            throws IOException {
        List<CheckedFile> files = new ArrayList<>();
        for (Input input : inputs) {
            files.add(input.segment().checkedFile());
            input.dead().checkedFile().ifPresent(files::add);
        }
        return MappingFault.typed(files, merge);
    }

    /** Counts what the merged segment would hold, in the same pass and memory, without writing it. */
    public static SegmentCounts count(List<Input> inputs, long memory, Path scratch) throws IOException {
        Scheme scheme = check(inputs, memory);
        List<Input> living = living(inputs);
        ScratchSpace space = new ScratchSpace(scratch);
        return reading(inputs, () -> {
            try (MergedDocuments documents = new MergedDocuments(living, space, () -> false);
                    MergedFamilies families = families(inputs, living, documents, FamilySource.NONE, space)) {
                return pass(living, documents, families, scheme, memory, COUNTED, () -> false);
            }
        });
    }

    private static MergedFamilies families(
            List<Input> inputs,
            List<Input> living,
            MergedDocuments documents,
            FamilySource declared,
            ScratchSpace scratch)
            throws IOException {
        if (declared == FamilySource.NONE) {
            return new InheritedFamilies(living, documents, scratch);
        }
        if (inputs.stream().anyMatch(input -> !input.segment().families().isEmpty())) {
            throw new IllegalArgumentException(
                    "families are declared for inputs some of which have families already; declare them"
                            + " only for segments without families");
        }
        int[] places = inputs.stream().mapToInt(living::indexOf).toArray();
        return new DeclaredFamilies(declared, living, places, documents, scratch);
    }

    /** Gives all living minutiae to a target, in ascending order. */
    static SegmentCounts pass(
            List<Input> inputs,
            MergedDocuments documents,
            MergedFamilies families,
            Scheme scheme,
            long memory,
            MergeTarget target,
            BooleanSupplier cancelled)
            throws IOException {
        MergeInput[] merged = new MergeInput[inputs.size()];
        long minutiae = 0;
        for (int i = 0; i < merged.length; i++) {
            Segment segment = inputs.get(i).segment();
            merged[i] = MergeInput.whole(segment, families.holders(i), memory / 4 / merged.length);
            minutiae += segment.counts().minutiae();
        }
        MergeMemo memo = new MergeMemo(MinutiaMerge.keyWidth(merged.length), minutiae, memory / 8);
        MinutiaMerge merge = new MinutiaMerge(merged, scheme.frequencies(), memo, target, cancelled);
        merge.run();
        return new SegmentCounts(
                documents.count(), documents.words(), merge.minutiae(), merge.singletons(), merge.postings());
    }

    private static Scheme check(List<Input> inputs, long memory) {
        if (inputs.isEmpty() || memory < 0) {
            throw new IllegalArgumentException("inputs are " + inputs.size() + " and memory " + memory
                    + "; there must be at least 1 input, and memory at least 0");
        }
        Scheme scheme = inputs.get(0).segment().scheme();
        for (Input input : inputs) {
            if (!input.segment().scheme().equals(scheme)) {
                throw new IllegalArgumentException(
                        "inputs are of different schemes: " + input.segment().file() + " and "
                                + inputs.get(0).segment().file());
            }
        }
        return scheme;
    }

    /** The inputs with living documents; the minutiae of the others need not be read. */
    private static List<Input> living(List<Input> inputs) {
        return inputs.stream().filter(i -> i.alive() > 0).toList();
    }
}
