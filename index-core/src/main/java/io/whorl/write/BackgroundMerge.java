package io.whorl.write;

import io.whorl.merge.SegmentMerge;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexDirectory;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** From several segments to one, while the index goes on. */
final class BackgroundMerge {
    /** A merge asks very often whether it is cancelled. It looks at the disk less often, since that is slow. */
    private static final int ASKED = 64;

    private BackgroundMerge() {}

    /**
     * @param reserve as {@link MergeOptions#reserve}
     * @param all the index's segments, held by the caller
     */
    static UnpublishedSegment merge(
            IndexDirectory directory,
            long reserve,
            List<SealedSegment> inputs,
            List<SealedSegment> all,
            long memory,
            BooleanSupplier cancelled)
            throws IOException {
        MergeEvent event = new MergeEvent();
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
            UnpublishedSegment built = UnpublishedSegment.by(
                    directory,
                    file -> SegmentMerge.merge(
                            merged,
                            IndexState.frequencies(others),
                            file,
                            memory,
                            scratch,
                            watching(scratch, cancelled)));
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

    /** Bytes that the inputs' living documents take in the merged segment, about. */
    private static long liveBytes(SealedSegment s) {
        return s.liveDocuments() == 0
                ? 0
                : (long) ((double) s.segment().length() / s.dead().documents() * s.liveDocuments());
    }

    /**
     * Looks at the disk while a merge runs, where it asks whether to go on: not all files that it writes are scratch
     * files.
     */
    private static BooleanSupplier watching(ScratchSpace scratch, BooleanSupplier cancelled) {
        int[] asked = {0};
        return () -> {
            if (asked[0]++ % ASKED == 0) {
                scratch.require(0);
            }
            return cancelled.getAsBoolean();
        };
    }

    /**
     * The segments with the merged one in place of those it is made of.
     *
     * @param now the segments as they are by now: of the inputs, more may have died
     * @param inputs as they were when they were merged
     */
    static List<SealedSegment> replaced(List<SealedSegment> now, List<SealedSegment> inputs, UnpublishedSegment built) {
        List<SealedSegment> segments = new ArrayList<>();
        Ordinals died = new Ordinals();
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
            segments.add(place, merged.dead(merged.dead().with(died.array(), died.size())));
        }
        return segments;
    }

    private static void addDied(SealedSegment now, DeadDocuments before, Segment merged, Ordinals died) {
        for (long d = now.dead().next(0); d >= 0; d = now.dead().next(d + 1)) {
            if (!before.contains(d)) {
                died.add(merged.documents().find(now.segment().documents().idBytes(d)));
            }
        }
    }
}
