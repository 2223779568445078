package io.whorl.write;

import io.whorl.RandomCorpus;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.write.MergeScheduler.SegmentMerger;
import io.whorl.write.WriterOptions.LiveMap;
import java.util.List;
import java.util.function.UnaryOperator;

/** Small live tiers, and texts that share nothing unless they have the same seed. */
final class WriterFixture {
    static final WriterOptions SMALL = WriterOptions.DEFAULT
            .liveMap(LiveMap.REQUIRED)
            .livePostings(1_000)
            .liveDocuments(100)
            .memory(16 << 20)
            .mergeFactor(2)
            .threads(2);
    static final WriterOptions DIRECT = SMALL.directPostings(1);

    private WriterFixture() {}

    /** Options of a writer that merges in another way. */
    static WriterOptions merging(WriterOptions options, UnaryOperator<SegmentMerger> merger) {
        return options.merger(merger);
    }

    /** A text of {@code words} words, which has {@code words} − 3 minutiae in the default scheme. */
    static byte[] text(long seed, int words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append('s').append(seed).append('w').append(i).append(' ');
        }
        return RandomCorpus.utf8(text.toString());
    }

    /** The ids of the documents that match a text, best first. */
    static List<String> ids(Snapshot snapshot, byte[] text) {
        return snapshot.query(text, QueryOptions.DEFAULT).matches().stream()
                .map(Match::id)
                .toList();
    }
}
