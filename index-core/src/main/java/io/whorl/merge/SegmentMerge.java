package io.whorl.merge;

import io.whorl.assembly.ListPool;
import io.whorl.assembly.NewFile;
import io.whorl.assembly.PostingSpool;
import io.whorl.concurrent.CallerExecutor;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DeadDocuments;
import io.whorl.store.EntryRuns;
import io.whorl.store.MappingFault;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;

/**
 * Merges segments into one without their dead documents, in one pass over each on the caller's thread. Where they are
 * the whole index, the result is byte for byte what a bulk build of the living documents writes, so how an index came
 * about cannot be told from its segment. Where they are not, only the mean logarithms differ: those count the other
 * segments too. Documents that shared postings go on sharing them; where the first of a family is dead, the next that
 * lives represents it.
 */
public final class SegmentMerge {
    private static final MergeTarget COUNTED = new MergeTarget() {
        @Override
        public boolean startPartition(int partition) {
            return false;
        }

        @Override
        public long list(HolderUnion holders) {
            return 0;
        }

        @Override
        public void add(long minutia, long payload) {
            // Counted by who calls.
        }
    };

    private SegmentMerge() {}

    /**
     * A segment and those of its documents that are not to be in the result.
     *
     * @param dead a set over as many documents as the segment has
     */
    public record Input(Segment segment, DeadDocuments dead) {
        public Input {
            if (dead.documents() != segment.counts().documents()) {
                throw new IllegalArgumentException("dead is of " + dead.documents() + " documents; the segment has "
                        + segment.counts().documents());
            }
        }

        long alive() {
            return dead.documents() - dead.count();
        }
    }

    /**
     * Writes the merged segment and forces the file, not its directory, to disk. Where it fails or is cancelled the
     * file is removed.
     *
     * @param inputs at least one, all of one scheme; an id is alive in at most one of them
     * @param file made anew; a file of that name is replaced
     * @param memory bytes of heap for what grows with the minutiae, at least 0; beyond, they go to disk
     * @param scratch the directory where scratch files go, each unlinked as soon as it is open
     * @param cancelled asked before each input is verified and every few thousand minutiae and documents
     * @throws CancellationException once {@code cancelled} says so
     * @throws io.whorl.CorruptIndexException if an input is damaged: checksums are verified first, so that damage is
     *     not written again as if it were sound
     */
    public static SegmentCounts merge(
            List<Input> inputs, Path file, long memory, Path scratch, BooleanSupplier cancelled) throws IOException {
        return merge(inputs, CollectionFrequencies.none(), file, memory, scratch, cancelled);
    }

    /**
     * The same for some segments of an index.
     *
     * @param others the index's documents that are not in the inputs
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
     * The same, where living documents with equal fingerprints come to share one set of postings.
     *
     * @param told of the inputs, none of which may have families already
     */
    public static SegmentCounts merge(
            List<Input> inputs,
            FamilySource told,
            Path file,
            long memory,
            ScratchSpace scratch,
            BooleanSupplier cancelled)
            throws IOException {
        return merge(inputs, told, file, memory, scratch, new CallerExecutor(cancelled), cancelled);
    }

    /**
     * The same for some segments of an index, where scratch files leave some of the disk free.
     *
     * @param others the index's documents that are not in the inputs
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
                inputs, others, FamilySource.NONE, file, memory, scratch, new CallerExecutor(cancelled), cancelled);
    }

    /** @param threads write the table */
    public static SegmentCounts merge(
            List<Input> inputs,
            FamilySource told,
            Path file,
            long memory,
            ScratchSpace scratch,
            ExecutorService threads,
            BooleanSupplier cancelled)
            throws IOException {
        return merge(inputs, CollectionFrequencies.none(), told, file, memory, scratch, threads, cancelled);
    }

    private static SegmentCounts merge(
            List<Input> inputs,
            CollectionFrequencies others,
            FamilySource told,
            Path file,
            long memory,
            ScratchSpace scratch,
            ExecutorService threads,
            BooleanSupplier cancelled)
            throws IOException {
        Scheme scheme = check(inputs, memory);
        return reading(
                inputs,
                () -> NewFile.write(file, () -> {
                    for (Input input : inputs) {
                        if (cancelled.getAsBoolean()) {
                            throw new CancellationException("the merge was cancelled by its caller");
                        }
                        SegmentCheck.requireChecksums(input.segment());
                    }
                    List<Input> living = living(inputs);
                    try (MergedDocuments documents = new MergedDocuments(living, scratch, cancelled);
                            MergedFamilies families = families(inputs, living, documents, told, scratch);
                            SegmentWriter out = new SegmentWriter(file, scheme);
                            EntryRuns entries = new EntryRuns(PostingSpool.PARTITIONS, memory / 4, scratch);
                            ListPool pool = new ListPool(out, memory / 8, ListPool.MOST, scratch)) {
                        MergedEntries target =
                                new MergedEntries(pool, entries, documents.count(), scheme.frequencies());
                        SegmentCounts counts = pass(living, documents, families, scheme, memory, target, cancelled);
                        target.flush();
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
                        out.finish(counts);
                        return counts;
                    }
                }));
    }

    private static SegmentCounts reading(List<Input> inputs, MappingFault.Reader<SegmentCounts, IOException> merge)
            throws IOException {
        return MappingFault.typed(inputs.stream().map(Input::segment).toList(), merge);
    }

    /** What the merged segment would hold, counted in the same pass and memory; nothing is written. */
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
            List<Input> inputs, List<Input> living, MergedDocuments documents, FamilySource told, ScratchSpace scratch)
            throws IOException {
        if (told == FamilySource.NONE) {
            return new InheritedFamilies(living, documents, scratch);
        }
        if (inputs.stream().anyMatch(input -> !input.segment().families().isEmpty())) {
            throw new IllegalArgumentException("families are told of inputs some of which have families; tell those of"
                    + " segments that have none");
        }
        int[] places = inputs.stream().mapToInt(living::indexOf).toArray();
        return new DeclaredFamilies(told, living, places, documents, scratch);
    }

    private static SegmentCounts pass(
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
            merged[i] = new MergeInput(segment, families.holders(i), memory / 4 / merged.length);
            minutiae += segment.counts().minutiae();
        }
        MergeMemo memo = new MergeMemo(MinutiaMerge.keyWidth(merged.length), minutiae, memory / 8);
        MinutiaMerge merge =
                new MinutiaMerge(merged, scheme.hashing().bits(), scheme.frequencies(), memo, target, cancelled);
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

    /** Those that have anybody alive: of the others not a minutia need be read. */
    private static List<Input> living(List<Input> inputs) {
        return inputs.stream().filter(i -> i.alive() > 0).toList();
    }
}
