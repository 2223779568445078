package io.whorl.bench.section;

import io.whorl.bench.data.Schemes;
import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.jmh.WriterEvents;
import io.whorl.bench.jmh.WriterEvents.Kind;
import io.whorl.query.IndexStats;
import io.whorl.query.Snapshot;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;

/**
 * The bytes that a writer writes (log, seals, merges) until the index has many times the size of the live tier. Seals
 * and merges happen by the default policy.
 */
record WriteAmplification(long postings, long indexBytes, int segments, Map<Kind, LongSummaryStatistics> totals) {
    private static final int POSTINGS_A_DOCUMENT = 1_000;
    private static final int COMMITS_A_TIER = 20;

    static WriteAmplification measure(TextCollection text, int livePostings, int tiers, WorkFolder folder)
            throws Exception {
        Path index = folder.fresh("amplification").resolve("index");
        List<NewDocument> documents = text.thousandWords(tiers * livePostings / POSTINGS_A_DOCUMENT);
        int batch = Math.max(1, livePostings / POSTINGS_A_DOCUMENT / COMMITS_A_TIER);
        WriterOptions options = WriterOptions.DEFAULT
                .liveMap(LiveMap.REQUIRED)
                .livePostings(livePostings)
                .liveDocuments(WriterOptions.DEFAULT.liveDocuments());
        Map<Kind, LongSummaryStatistics> totals;
        try (WriterEvents events = WriterEvents.started();
                IndexWriter writer = IndexWriter.create(index, Schemes.named(Schemes.DEFAULT), options)) {
            for (int d = 0; d < documents.size(); d++) {
                writer.add(documents.get(d).id(), documents.get(d).utf8());
                if (d % batch == batch - 1) {
                    writer.commit();
                }
            }
            writer.commit();
            writer.seal();
            writer.awaitMerges();
            totals = events.totals();
        }
        IndexStats stats = Snapshot.open(index).stats();
        folder.fresh("amplification");
        return new WriteAmplification(stats.postings(), stats.bytes(), stats.segments(), totals);
    }

    LongSummaryStatistics total(Kind kind) {
        return totals.get(kind);
    }

    double of(Kind... kinds) {
        return (double) Arrays.stream(kinds).mapToLong(k -> total(k).getSum()).sum() / indexBytes;
    }
}
