package io.whorl.write;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.build.SegmentMerge;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexDirectory;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Merges several segments into one while the index is in use. */
final class BackgroundMerge {
    /** A merge checks very often whether it is cancelled. It checks the disk less often, because that is slow. */
    private static final int DISK_CHECK_INTERVAL = 64;

    private BackgroundMerge() {}

    /**
     * @param reserve as {@link WriterOptions#mergeReserve}
     * @param all the index's segments, which the caller holds
     */
    static UnpublishedSegment merge(
            IndexDirectory directory,
            long reserve,
            List<SealedSegment> inputs,
            List<SealedSegment> all,
            long memory,
            BooleanSupplier cancelled)
            throws IOException {
        WriterEvents.Merge event = new WriterEvents.Merge();
        event.begin();
        try {
            List<SegmentMerge.Input> merged = inputs.stream()
                    .map(s -> new SegmentMerge.Input(s.segment(), s.dead()))
                    .toList();
            ScratchSpace scratch = new ScratchSpace(directory.path(), reserve);
            scratch.require(
                    inputs.stream().mapToLong(BackgroundMerge::liveBytes).sum());
            List<SealedSegment> others = all.stream()
                    .filter(s -> inputs.stream().noneMatch(i -> i.segment() == s.segment()))
                    .toList();
            UnpublishedSegment built =
                    UnpublishedSegment.by(directory, file -> new SegmentMerge(merged, memory, scratch)
                            .others(IndexState.frequencies(others))
                            .cancelled(watching(scratch, cancelled))
                            .writeTo(file));
            built.segment().map(Segment::counts).ifPresent(counts -> {
                event.documents = counts.documents();
                event.postings = counts.postings();
            });
            event.bytes = built.bytes();
            return built;
        } catch (IOException | RuntimeException | Error e) {
            event.failure = e.toString();
            throw e;
        } finally {
            event.segments = inputs.size();
            event.dropped = inputs.stream().mapToLong(s -> s.dead().count()).sum();
            event.commit();
        }
    }

    /** About the bytes of a segment's living documents in the merged segment. */
    private static long liveBytes(SealedSegment s) {
        return s.liveDocuments() == 0
                ? 0
                : (long) ((double) s.segment().length() / s.dead().documents() * s.liveDocuments());
    }

    /**
     * Checks the disk whenever the merge checks for cancellation, because not all files that it writes are scratch
     * files.
     */
    private static BooleanSupplier watching(ScratchSpace scratch, BooleanSupplier cancelled) {
        int[] calls = {0};
        return () -> {
            if (calls[0]++ % DISK_CHECK_INTERVAL == 0) {
                scratch.require(0);
            }
            return cancelled.getAsBoolean();
        };
    }

    /**
     * The segments of the index with the merged one in place of its inputs.
     *
     * @param now the current segments; documents of the inputs may have died since
     * @param inputs as they were when they were merged
     */
    static List<SealedSegment> replaced(List<SealedSegment> now, List<SealedSegment> inputs, UnpublishedSegment built) {
        List<SealedSegment> segments = new ArrayList<>();
        LongArrayList died = new LongArrayList();
        int place = -1;
        for (SealedSegment s : now) {
            Optional<SealedSegment> input =
                    inputs.stream().filter(i -> i.segment() == s.segment()).findAny();
            if (input.isEmpty()) {
                segments.add(s);
                continue;
            }
            place = place < 0 ? segments.size() : place;
            built.segment().ifPresent(merged -> addDied(s, input.get().dead(), merged, died));
        }
        if (built.sealed().isPresent()) {
            SealedSegment merged = built.sealed().get();
            segments.add(place, merged.dead(merged.dead().with(died.toLongArray(), died.size())));
        }
        return segments;
    }

    private static void addDied(SealedSegment now, DeadDocuments before, Segment merged, LongArrayList died) {
        for (long d = now.dead().next(0); d >= 0; d = now.dead().next(d + 1)) {
            if (!before.contains(d)) {
                died.addLong(merged.documents().find(now.segment().documents().idBytes(d)));
            }
        }
    }
}
