package io.whorl.parts;

import io.whorl.build.MergedSums;
import io.whorl.build.SegmentAssembler;
import io.whorl.build.SegmentMerge;
import io.whorl.parts.Part.LivePart;
import io.whorl.parts.Part.SealedPart;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.MinutiaCursor;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredKinds;
import io.whorl.store.TempFile;
import io.whorl.store.WeightSums;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * The live documents of a snapshot as one segment: its only one, or one without texts and fingerprints in a scratch
 * file that is unlinked at once. Used for one operation and then closed, which releases what was made.
 */
public final class MergedParts implements AutoCloseable {
    /** The number of bytes of the disk that stay free. */
    public static final long RESERVE = 64 << 20;

    private static final long MOST_MEMORY = 256 << 20;
    /** The sums of so many documents stay in heap. */
    private static final int SUMS_IN_HEAP = 1 << 15;

    private final SnapshotParts parts;
    private final int threads;
    private final long memory;
    private Optional<Path> scratch;
    private final List<SegmentMerge.Input> inputs = new ArrayList<>();
    private final List<Segment> made = new ArrayList<>();

    /**
     * @param threads the number of threads that sort the documents of live tiers
     * @param memory the heap for the data that grow with the parts, in bytes
     */
    public MergedParts(SnapshotParts parts, int threads, long memory) throws IOException {
        this(parts, threads, Optional.empty(), memory);
    }

    /** @param scratch an empty directory, removed by {@link #close}; otherwise one is made when it is needed */
    public MergedParts(SnapshotParts parts, int threads, Optional<Path> scratch, long memory) throws IOException {
        this.parts = parts;
        this.threads = threads;
        this.scratch = scratch;
        this.memory = Math.min(MOST_MEMORY, memory);
        try {
            for (Part part : filled()) {
                SealedPart sealed = part instanceof LivePart live ? SealedPart.of(assembled(live)) : (SealedPart) part;
                inputs.add(new SegmentMerge.Input(sealed.segment(), sealed.dead()));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private List<Part> filled() {
        return parts.parts().stream().filter(part -> !part.isEmpty()).toList();
    }

    private Path scratch() throws IOException {
        if (scratch.isEmpty()) {
            // A private directory, so that no other user can replace a file.
            scratch = Optional.of(Files.createTempDirectory("whorl-"));
        }
        return scratch.get();
    }

    private Segment assembled(LivePart part) throws IOException {
        try (SegmentAssembler assembler =
                part.assembler(parts.scheme(), StoredKinds.NONE, memory, threads, scratch())) {
            return written(assembler);
        }
    }

    private Segment written(SegmentAssembler assembler) throws IOException {
        Path file = scratch().resolve("assembled");
        assembler.write(file, CollectionFrequencies.none(), false);
        return opened(file);
    }

    private Segment opened(Path file) throws IOException {
        Segment segment = Segment.openPrivateCounted(file);
        made.add(segment);
        return segment;
    }

    private boolean isOne() {
        return inputs.size() == 1 && inputs.get(0).dead().isEmpty();
    }

    /** The segment, until {@link #close}. */
    public Segment segment() throws IOException {
        if (isOne()) {
            return inputs.get(0).segment();
        }
        if (parts.documents() == 0) {
            try (SegmentAssembler none = new SegmentAssembler(parts.scheme(), 0, 1, scratch())) {
                return written(none);
            }
        }
        Path file = scratch().resolve("merged");
        ScratchSpace space = new ScratchSpace(scratch(), RESERVE);
        space.require(
                inputs.stream().mapToLong(input -> input.segment().length()).sum());
        new SegmentMerge(inputs, memory, space).postingsOnly().writeTo(file);
        return opened(file);
    }

    /** The counts of the segment, without writing it. */
    public SegmentCounts counts() throws IOException {
        if (isOne()) {
            return inputs.get(0).segment().counts();
        }
        return parts.documents() == 0
                ? new SegmentCounts(0, 0, 0, 0, 0)
                : new SegmentMerge(inputs, memory, new ScratchSpace(scratch())).count();
    }

    /**
     * Sums over the minutiae of each document, without writing the segment. They last when this is closed.
     *
     * @param summand of a minutia, by the number of documents that hold it
     * @return for each {@link PartSearch#source} the sums of its live documents
     */
    public Map<Object, LongUnaryOperator> sums(LongUnaryOperator summand) throws IOException {
        LongBinaryOperator sums = isOne() ? sumsOfOne(summand) : sumsOfSeveral(summand);
        Map<Object, LongUnaryOperator> sumsOf = new IdentityHashMap<>();
        for (Part part : filled()) {
            int input = sumsOf.size();
            if (part instanceof LivePart live) {
                int[] ordinals = ordinals(live, inputs.get(input).segment());
                sumsOf.put(live.view(), document -> sums.applyAsLong(input, ordinals[(int) document]));
            } else {
                sumsOf.put(((SealedPart) part).segment(), document -> sums.applyAsLong(input, document));
            }
        }
        return sumsOf;
    }

    private LongBinaryOperator sumsOfSeveral(LongUnaryOperator summand) throws IOException {
        MergedSums sums = MergedSums.of(inputs, summand, memory, new ScratchSpace(scratch(), RESERVE));
        return (input, document) -> sums.get((int) input, document);
    }

    /** The lists of one segment need not be united, which takes half of the time of {@link MergedSums}. */
    private LongBinaryOperator sumsOfOne(LongUnaryOperator summand) throws IOException {
        Segment segment = inputs.get(0).segment();
        long documents = segment.counts().documents();
        // The mapping remains valid after the file is closed.
        try (TempFile file = documents <= SUMS_IN_HEAP ? null : new TempFile(scratch())) {
            ScratchLongs sums = new ScratchLongs(documents, Optional.ofNullable(file));
            long alone = summand.applyAsLong(1);
            segment.reading(() -> {
                WeightSums lists = new WeightSums(segment.lists(), summand, sums, memory);
                MinutiaCursor cursor = segment.table().cursor();
                while (cursor.next()) {
                    if (cursor.payload() < documents) {
                        sums.set(cursor.payload(), sums.get(cursor.payload()) + alone);
                    } else {
                        lists.add(cursor.payload() - documents);
                    }
                }
                lists.flush();
                for (long d = 0; d < documents && !segment.families().isEmpty(); d++) {
                    long next = segment.families().next(d);
                    if (next > d) {
                        sums.set(next, sums.get(d));
                    }
                }
                return sums;
            });
            return (input, document) -> sums.get(document);
        }
    }

    /** For each live document of a view its ordinal in the segment that was made of it. */
    private static int[] ordinals(LivePart part, Segment segment) {
        int[] ordinals = new int[part.view().documents()];
        for (int d = 0; d < ordinals.length; d++) {
            if (!part.dead().contains(d)) {
                ordinals[d] =
                        (int) segment.documents().find(part.view().document(d).id());
            }
        }
        return ordinals;
    }

    @Override
    public void close() {
        inputs.clear();
        made.forEach(Segment::release);
        made.clear();
        scratch.ifPresent(directory -> {
            try {
                Files.deleteIfExists(directory);
            } catch (IOException e) {
                // Some systems cannot delete a mapped file; then it is deleted when the process ends.
                directory.toFile().deleteOnExit();
            }
        });
    }
}
