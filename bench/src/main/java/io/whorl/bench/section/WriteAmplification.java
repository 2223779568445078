package io.whorl.bench.section;

import io.whorl.bench.data.Schemes;
import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.ThousandWords;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.jmh.WriterEvents;
import io.whorl.bench.jmh.WriterEvents.Kind;
import io.whorl.bench.jmh.WriterEvents.Total;
import io.whorl.query.IndexStats;
import io.whorl.query.Snapshot;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a writer writes until an index holds many times what its live tier does, all sealed and merged as it merges by
 * itself: its log, segments made of the log, segments made of segments.
 *
 * @param postings in the index
 * @param indexBytes of its segments
 * @param segments of the index
 * @param totals by what was done
 */
record WriteAmplification(long postings, long indexBytes, int segments, Map<Kind, Total> totals) {
    private static final int POSTINGS_A_DOCUMENT = 1_000;
    private static final int COMMITS_A_TIER = 20;
    /** With no byte more for so long, all is merged that is to be. */
    private static final long QUIET_MILLISECONDS = 500;

    static WriteAmplification measure(TextCollection text, int livePostings, int tiers, WorkFolder folder)
            throws IOException, InterruptedException {
        Path index = folder.fresh("amplification").resolve("index");
        List<NewDocument> documents = ThousandWords.of(text, tiers * livePostings / POSTINGS_A_DOCUMENT);
        int batch = Math.max(1, livePostings / POSTINGS_A_DOCUMENT / COMMITS_A_TIER);
        WriterOptions options = WriterOptions.builder()
                .liveMap(LiveMap.REQUIRED)
                .livePostings(livePostings)
                .liveDocuments(WriterOptions.DEFAULT.liveDocuments())
                .build();
        Map<Kind, Total> totals;
        try (WriterEvents events = new WriterEvents();
                IndexWriter writer = IndexWriter.create(index, Schemes.named(Schemes.DEFAULT), options)) {
            for (int d = 0; d < documents.size(); d++) {
                writer.add(documents.get(d).id(), documents.get(d).utf8());
                if (d % batch == batch - 1) {
                    writer.commit();
                }
            }
            writer.commit();
            writer.seal();
            awaitQuiet(index);
            totals = events.totals();
        }
        IndexStats stats = Snapshot.open(index).stats();
        List<Path> segments = segments(index);
        long bytes = 0;
        for (Path segment : segments) {
            bytes += Files.size(segment);
        }
        folder.fresh("amplification");
        return new WriteAmplification(stats.postings(), bytes, segments.size(), totals);
    }

    private static void awaitQuiet(Path index) throws InterruptedException, IOException {
        String before = "";
        for (String now = files(index); !now.equals(before); now = files(index)) {
            before = now;
            Thread.sleep(QUIET_MILLISECONDS);
        }
    }

    /** The segments, and those in the making, with their sizes. */
    private static String files(Path index) throws IOException {
        StringBuilder files = new StringBuilder();
        for (Path segment : segments(index)) {
            // One that a merge has removed since it was listed is gone, which the next look shows.
            files.append(segment.getFileName())
                    .append(' ')
                    .append(segment.toFile().length())
                    .append('\n');
        }
        return files.toString();
    }

    private static List<Path> segments(Path index) throws IOException {
        try (Stream<Path> files = Files.list(index)) {
            return files.filter(f -> f.toString().endsWith(".whs")).toList();
        }
    }

    Total total(Kind kind) {
        return totals.get(kind);
    }

    /** Bytes written for each byte of the index. */
    double of(Kind... kinds) {
        return (double) Arrays.stream(kinds).mapToLong(k -> total(k).bytes()).sum() / indexBytes;
    }
}
