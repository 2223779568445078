package io.whorl.cli.passages;

import io.whorl.align.Span;
import io.whorl.passages.FoundPassage;
import io.whorl.query.TextSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A passage as Passim's file {@code out.json} describes it: one of the passages of a cluster. A cluster is a place of a
 * query with all passages there.
 *
 * @param uid the number of the document: a hash of its id
 * @param cluster the number of the cluster, from 1
 * @param size the number of passages of the cluster
 * @param id the id of the document
 * @param begin the first code point of the passage
 * @param end the code point after the last one
 * @param text the passage, without markup
 */
public record PassimRecord(long uid, long cluster, int size, String id, int begin, int end, String text) {
    /**
     * Returns the records of one text: those of each place, beginning with the text itself.
     *
     * @param firstCluster the number of its first cluster
     * @param texts the texts of the documents
     */
    public static List<PassimRecord> of(QueryPassages found, long firstCluster, TextSource texts) throws IOException {
        List<PassimRecord> records = new ArrayList<>();
        List<FoundPassage> all = found.passages();
        long cluster = firstCluster;
        for (int from = 0; from < all.size(); cluster++) {
            int to = from + 1;
            while (to < all.size() && all.get(to).rank() > 1) {
                to++;
            }
            int size = to - from + 1;
            FoundPassage first = all.get(from);
            Span place = found.original(first).a();
            records.add(of(found.query(), found.utf8(), first.passage().a(), place, cluster, size));
            for (FoundPassage passage : all.subList(from, to)) {
                byte[] text = texts.text(passage.id())
                        .orElseThrow(() -> new IOException("the text of " + passage.id() + " is gone"));
                Span there = found.original(passage).b();
                records.add(of(passage.id(), text, passage.passage().b(), there, cluster, size));
            }
            from = to;
        }
        return records;
    }

    /** Returns the number that Passim gives to a document of this id. */
    public static long uidOf(String id) {
        return XxHash64.of(id, XxHash64.SPARK_SEED);
    }

    private static PassimRecord of(String id, byte[] utf8, Span span, Span place, long cluster, int size) {
        return new PassimRecord(
                uidOf(id), cluster, size, id, place.start(), place.end(), QueryPassages.text(utf8, span));
    }
}
