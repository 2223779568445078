package io.whorl.build;

import io.whorl.internal.Ranges;
import io.whorl.scheme.Scheme;
import io.whorl.store.CheckedFile;
import io.whorl.store.MappingFault;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Part.SealedPart;
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
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Merges segments into one without their deleted documents, in one pass over each input, on the calling thread if no
 * others are given. The result is byte for byte what a bulk build of the living documents writes. Documents that share
 * postings still share them; if the first of a family is deleted, the next living one represents it. Used once, by one
 * thread.
 */
public final class SegmentMerge {
    private static final int MOST_PART_BITS = 12;
    /** An upper estimate of the bytes that an input takes in each thread. */
    private static final long INPUT = 2_048;

    private final List<SealedPart> inputs;
    private final long memory;
    private final ScratchSpace scratch;
    private FamilySource declared = FamilySource.NONE;
    private boolean postingsOnly;
    private CommonMinutiae common = CommonMinutiae.NONE;
    private int ofRuns;
    private int workers = 1;
    private BooleanSupplier cancelled = () -> false;

    /**
     * @param inputs at least one, all of one scheme; no two contain a living document with the same id; all store the
     *     same of their documents
     * @param memory bytes of heap for data that grow with the minutiae, at least 0; more goes to scratch files
     * @param scratch where scratch files are; each is unlinked as soon as it is open
     */
    public SegmentMerge(List<SealedPart> inputs, long memory, ScratchSpace scratch) {
        this.inputs = List.copyOf(inputs);
        this.memory = memory;
        this.scratch = scratch;
    }

    /**
     * Sets the families: living documents with equal fingerprints share one set of postings. By default, families are
     * those of the inputs.
     *
     * @param value the families; no input may have families already
     */
    public SegmentMerge families(FamilySource value) {
        declared = value;
        return this;
    }

    /** Sets what receives the most common minutiae. */
    SegmentMerge common(CommonMinutiae value) {
        common = value;
        return this;
    }

    /** Stores neither texts nor fingerprints; by default what the inputs store. */
    public SegmentMerge postingsOnly() {
        postingsOnly = true;
        return this;
    }

    /** Leaves so many bytes out at the beginning of each extra, which only runs have. */
    SegmentMerge withoutExtraBytes(int value) {
        ofRuns = value;
        return this;
    }

    /** Merges on several threads; by default on the thread of the caller. The bytes do not depend on their number. */
    SegmentMerge threads(int value) {
        workers = value;
        return this;
    }

    /** Sets what is called before each input is verified and every few thousand minutiae and documents. */
    public SegmentMerge cancelled(BooleanSupplier value) {
        cancelled = value;
        return this;
    }

    /**
     * Writes the merged segment and forces the file to disk, not its directory. If writing fails or is cancelled, the
     * file is deleted.
     *
     * @param file is created or replaced
     * @throws CancellationException once the merge is cancelled
     * @throws io.whorl.CorruptIndexException if an input is damaged; checksums are verified first, so damage is not
     *     copied
     */
    public SegmentCounts writeTo(Path file) throws IOException {
        Scheme scheme = check(inputs, memory);
        StoredKinds stored = postingsOnly ? StoredKinds.NONE : common("stored kinds", inputs, Segment::stored);
        ParallelTasks.Runner all = tasks -> ParallelTasks.runAll(tasks, workers);
        ParallelTasks.Runner running = all.until(cancelled);
        return reading(inputs, () -> {
            for (SealedPart input : inputs) {
                IdMerge.check(cancelled, 0);
                SegmentCheck.requireChecksums(input.segment(), !stored.isNone(), running);
            }
            try (MergedDocuments documents = new MergedDocuments(inputs, declared, scratch, cancelled, ofRuns)) {
                SegmentWriter.Rest rest = new SegmentWriter.Rest(
                        documents.hasFamilies() ? Optional.of(documents::next) : Optional.empty(), stored, true);
                int partBits = partBits();
                int count = PostingSpool.PARTITIONS << partBits;
                int shift = scheme.hashing().bits() - PostingSpool.PARTITION_BITS - partBits;
                return SegmentSlices.write(
                        file, scheme, documents, rest, count, memory, common, running, scratch, slices -> {
                            List<Worker> merging = new ArrayList<>();
                            for (int i = 0; i < makers(); i++) {
                                MinutiaMerge.MergeMemo memo =
                                        new MinutiaMerge.MergeMemo(inputs, memory / 16 / makers());
                                SegmentSlices.Output output = slices.new Output(memo, memoryOfSlice());
                                merging.add(new Worker(
                                        output, new MinutiaMerge(inputs, documents, memo, output, cancelled), shift));
                            }
                            slices.make(merging);
                            requireAll(merging);
                        });
            }
        });
    }

    /** Slices to merge at a time: fewer than threads if there are many inputs for the memory. */
    private int makers() {
        return (int) Math.max(1, Math.min(workers, memory / 8 / (INPUT * inputs.size())));
    }

    private long memoryOfSlice() {
        return memory / 8 / makers();
    }

    /** Leading bits that divide each partition into slices. */
    private int partBits() {
        long minutiae = MinutiaMerge.minutiae(inputs) >> PostingSpool.PARTITION_BITS;
        int bits = 0;
        while (minutiae >> bits > SegmentSlices.Output.entries(memoryOfSlice()) && bits < MOST_PART_BITS) {
            bits++;
        }
        return bits;
    }

    /** One thread's part: its cursors, and what it remembers. */
    private record Worker(SegmentSlices.Output output, MinutiaMerge merge, int shift) implements SegmentSlices.Maker {
        @Override
        public void make(int slice) throws IOException {
            long first = (long) slice << shift;
            output.begin(slice);
            merge.run(first, first + (1L << shift) - 1);
            output.finish();
        }
    }

    /** @throws io.whorl.CorruptIndexException if an input does not contain as many minutiae as it says */
    private void requireAll(List<Worker> all) {
        for (int i = 0; i < inputs.size(); i++) {
            int input = i;
            Segment segment = inputs.get(i).segment();
            long taken =
                    all.stream().mapToLong(worker -> worker.merge.taken(input)).sum();
            if (taken != segment.counts().minutiae()) {
                throw segment.table()
                        .damaged("there are " + taken + " minutiae; the header says "
                                + segment.counts().minutiae());
            }
        }
    }

    static <T> T reading(List<SealedPart> inputs, MappingFault.Reader<T, IOException> merge) throws IOException {
        List<CheckedFile> files = new ArrayList<>();
        for (SealedPart input : inputs) {
            files.add(input.segment().checkedFile());
            input.dead().checkedFile().ifPresent(files::add);
        }
        return MappingFault.typed(files, merge);
    }

    static Scheme check(List<SealedPart> inputs, long memory) {
        Ranges.checkAtLeast("inputs", inputs.size(), 1);
        Ranges.checkAtLeast("memory", memory, 0);
        return common("schemes", inputs, Segment::scheme);
    }

    /** What is the same in all inputs. */
    private static <T> T common(String what, List<SealedPart> inputs, Function<Segment, T> of) {
        Segment first = inputs.get(0).segment();
        T value = of.apply(first);
        for (SealedPart input : inputs) {
            Ranges.require(
                    of.apply(input.segment()).equals(value),
                    "the " + what + " of " + first.file() + " and "
                            + input.segment().file() + " differ; merge segments of one index");
        }
        return value;
    }

    /**
     * Declares to a merge which documents of its inputs have equal fingerprints, so that they share one set of
     * postings.
     */
    @FunctionalInterface
    public interface FamilySource {
        /** Declares no families; the inputs keep theirs. */
        FamilySource NONE = to -> {};

        /** Receives the members of families, in any order. */
        interface Sink {
            /**
             * Adds a living document to the family of another living one, the same one for all members of a family.
             *
             * @param firstInput the index of the other one's input among the inputs of the merge
             * @param first its ordinal there
             * @param input the same of the document that is added
             * @throws IllegalArgumentException if the document is in a family already, or has another number of
             *     minutiae than the other one, or none
             */
            void alias(int firstInput, long first, int input, long document);
        }

        /** Declares all families, once. */
        void declare(Sink to) throws IOException;
    }
}
