package io.whorl.write;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.build.LogReplay;
import io.whorl.build.SegmentMerge;
import io.whorl.live.LiveView;
import io.whorl.log.LogReader;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.write.IndexState.TierState;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Makes a segment from a log. It reads the log rather than the live tier: the log yields documents one by one without
 * heap, and the segment is what a recovery would find.
 */
final class TierSeal {
    private TierSeal() {}

    /**
     * Makes a segment of the documents that remain of a log.
     *
     * @param others the segments of the index
     */
    static UnpublishedSegment seal(
            IndexDirectory directory, Scheme scheme, WriterOptions options, long log, List<SealedSegment> others)
            throws IOException {
        WriterEvents.Seal event = new WriterEvents.Seal();
        event.begin();
        List<SegmentMerge.Input> none = List.of();
        try (LogReplay replay =
                new LogReplay(scheme, directory.stored(), none, options.memory(), 1, directory.path())) {
            LogReader.read(IndexFiles.live(directory.path()), log, scheme, replay);
            UnpublishedSegment built =
                    UnpublishedSegment.by(directory, file -> replay.write(file, IndexState.frequencies(others)));
            event.log = log;
            event.documents = built.segment()
                    .map(Segment::counts)
                    .map(SegmentCounts::documents)
                    .orElse(0L);
            event.postings = built.segment()
                    .map(Segment::counts)
                    .map(SegmentCounts::postings)
                    .orElse(0L);
            event.bytes = built.bytes();
            event.commit();
            return built;
        }
    }

    /** The segment made from a tier, without documents that died after the log was read. */
    static Optional<SealedSegment> sealed(UnpublishedSegment built, TierState tier) {
        return built.sealed().map(s -> s.dead(diedSince(s.segment(), tier)));
    }

    private static DeadDocuments diedSince(Segment segment, TierState tier) {
        LongArrayList died = new LongArrayList();
        try (LiveView view = tier.live().view(tier.documents())) {
            for (long d = tier.dead().next(0); d >= 0; d = tier.dead().next(d + 1)) {
                byte[] id = view.id((int) d);
                // If a later document of the tier has the id, that one is in the segment.
                if (view.find(id) == d) {
                    long ordinal = segment.documents().find(id);
                    if (ordinal >= 0) {
                        died.addLong(ordinal);
                    }
                }
            }
        }
        return DeadDocuments.none(segment.counts().documents()).with(died.toLongArray(), died.size());
    }
}
