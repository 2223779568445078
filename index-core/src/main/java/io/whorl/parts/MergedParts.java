package io.whorl.parts;

import io.whorl.build.SegmentAssembler;
import io.whorl.build.SegmentMerge;
import io.whorl.live.LiveView;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DeadDocuments;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The live documents of several parts as one segment without texts and fingerprints, in a scratch file that is unlinked
 * at once. Used for one operation and then closed, which releases the segment.
 */
public final class MergedParts implements AutoCloseable {
    /** The number of bytes of the disk that stay free. */
    public static final long RESERVE = 64 << 20;

    private static final long MOST_MEMORY = 256 << 20;

    private final Scheme scheme;
    private final long memory;
    private final Path scratch;
    private final List<SegmentMerge.Input> inputs = new ArrayList<>();
    private final List<Segment> made = new ArrayList<>();

    /**
     * @param parts parts with at least one live document
     * @param threads the number of threads that sort the documents of live tiers
     */
    public MergedParts(SnapshotParts parts, int threads) throws IOException {
        this(parts, threads, Runtime.getRuntime().maxMemory() / 8);
    }

    /** @param memory the heap for the data that grow with the parts, in bytes */
    public MergedParts(SnapshotParts parts, int threads, long memory) throws IOException {
        // A private directory, so that no other user can replace a file.
        this(parts, threads, Files.createTempDirectory("whorl-"), memory);
    }

    /** @param scratch an empty directory; removed by {@link #close} */
    public MergedParts(SnapshotParts parts, int threads, Path scratch, long memory) throws IOException {
        scheme = parts.scheme();
        this.scratch = scratch;
        this.memory = Math.min(MOST_MEMORY, memory);
        try {
            for (SealedPart part : parts.sealed()) {
                inputs.add(new SegmentMerge.Input(part.segment(), part.dead()));
            }
            for (LivePart part : parts.live()) {
                if (!part.isEmpty()) {
                    inputs.add(input(assembled(part, threads)));
                }
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static SegmentMerge.Input input(Segment segment) {
        return new SegmentMerge.Input(
                segment, DeadDocuments.none(segment.counts().documents()));
    }

    private Segment assembled(LivePart part, int threads) throws IOException {
        LiveView view = part.view();
        int[] numbers = new int[view.documents()];
        try (SegmentAssembler assembler = new SegmentAssembler(scheme, memory, threads, scratch)) {
            for (int d = 0; d < numbers.length; d++) {
                numbers[d] = part.dead().contains(d)
                        ? -1
                        : assembler.add(view.id(d), view.words(d), view.extra(d), new long[0], new int[0], 0);
                if (numbers[d] >= 0) {
                    assembler.date(numbers[d], view.date(d));
                }
            }
            view.forEach((minutia, document, frequency) -> {
                if (numbers[document] >= 0) {
                    try {
                        assembler.add(minutia, numbers[document], frequency);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            });
            Path file = scratch.resolve("live");
            assembler.writeScratch(file, CollectionFrequencies.none());
            return opened(file);
        }
    }

    /** The segment, until {@link #close}. */
    public Segment segment() throws IOException {
        return opened(merged());
    }

    /** The segment, which stays mapped as long as it is reachable. */
    public Segment lastingSegment() throws IOException {
        return Segment.openPrivate(merged());
    }

    private Path merged() throws IOException {
        Path file = scratch.resolve("merged");
        ScratchSpace space = new ScratchSpace(scratch, RESERVE);
        space.require(
                inputs.stream().mapToLong(input -> input.segment().length()).sum());
        new SegmentMerge(inputs, memory, space).postingsOnly().writeTo(file);
        return file;
    }

    private Segment opened(Path file) throws IOException {
        Segment segment = Segment.openPrivateCounted(file);
        made.add(segment);
        return segment;
    }

    /** The counts of the segment, without writing it. */
    public SegmentCounts counts() throws IOException {
        return new SegmentMerge(inputs, memory, new ScratchSpace(scratch)).count();
    }

    @Override
    public void close() {
        inputs.clear();
        made.forEach(Segment::release);
        made.clear();
        try {
            Files.deleteIfExists(scratch);
        } catch (IOException e) {
            // Some systems cannot delete a mapped file; then it is deleted when the process ends.
            scratch.toFile().deleteOnExit();
        }
    }
}
