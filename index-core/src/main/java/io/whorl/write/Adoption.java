package io.whorl.write;

import io.whorl.SegmentSetException;
import io.whorl.SegmentSetException.Reason;
import io.whorl.build.IdMerge;
import io.whorl.build.SegmentMerge;
import io.whorl.bulk.RepeatedIds;
import io.whorl.store.DeadDocuments;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The segments of an index and of a segment set together, with one document for each id. Used once. */
final class Adoption implements IdMerge.Rule {
    private final List<SealedSegment> index;
    private final ShardIntake intake;
    private final RepeatedIds rule;
    private final List<SealedSegment> segments = new ArrayList<>();
    private long replaced;
    private long repeated;
    private int added;
    private long documents;
    private long bytes;

    /** @param index all segments of the index, which has no documents elsewhere */
    Adoption(List<SealedSegment> index, ShardIntake intake, RepeatedIds rule) {
        this.index = index;
        this.intake = intake;
        this.rule = rule;
        List<SealedSegment> all = new ArrayList<>(index);
        intake.segments().forEach(segment -> all.add(segment.sealed().orElseThrow()));
        List<DeadDocuments> dead = IdMerge.leaveOut(
                all.stream()
                        .map(s -> new SegmentMerge.Input(s.segment(), s.dead()))
                        .toList(),
                this);
        for (int i = 0; i < all.size(); i++) {
            SealedSegment segment = all.get(i).dead(dead.get(i));
            if (i < index.size()) {
                segments.add(segment);
            } else if (segment.liveDocuments() > 0) {
                segments.add(segment);
                added++;
                documents += segment.liveDocuments();
                bytes += segment.file().length();
            }
        }
    }

    @Override
    public boolean laterStays(int earlier, int later, byte[] id) {
        if (rule == RepeatedIds.REFUSE) {
            throw new SegmentSetException(
                    intake.set(),
                    Reason.REPEATED_ID,
                    "the id " + new String(id, StandardCharsets.UTF_8) + " is in " + name(earlier) + " and in "
                            + name(later) + "; keep the first or the last of them, or build the set without it");
        }
        if (rule == RepeatedIds.LAST && earlier < index.size()) {
            replaced++;
        } else {
            repeated++;
        }
        return rule == RepeatedIds.LAST;
    }

    private String name(int segment) {
        return segment < index.size() ? "the index" : intake.names().get(segment - index.size());
    }

    /** The segments of the next state. */
    List<SealedSegment> segments() {
        return segments;
    }

    AdoptReport report(long commit) {
        return new AdoptReport(commit, added, documents, replaced, repeated, bytes);
    }
}
