package io.whorl.lucene.collapse;

import io.whorl.lucene.sketch.LeafSketches;
import io.whorl.lucene.sketch.LeafSketches.Longs;
import io.whorl.lucene.sketch.SketchFields;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ScoreDoc;

/**
 * The sketches of a batch of hits. They are read in the order of documents, because doc values can only be read
 * forwards, and are then available in any order.
 */
final class HitSketches {
    private static final long MOST_RESERVED = 1 << 20;

    final Longs orders = new Longs();
    final Longs keys = new Longs();
    /** The sketch of hit i is from {@code orderStart[i]} to {@code orderEnd[i]}; empty without a sketch. */
    final int[] orderStart;

    final int[] orderEnd;
    final int[] keyStart;
    final int[] keyEnd;

    private HitSketches(int hits) {
        orderStart = new int[hits];
        orderEnd = new int[hits];
        keyStart = new int[hits];
        keyEnd = new int[hits];
    }

    /**
     * Reads the sketches of hits.
     *
     * @param leaves the segments that hold the hits, in ascending order
     * @param withKeys whether group keys are needed
     */
    static HitSketches read(ScoreDoc[] hits, List<LeafReaderContext> leaves, SketchFields fields, boolean withKeys)
            throws IOException {
        HitSketches read = new HitSketches(hits.length);
        read.orders.reserve(
                (int) Math.min((long) hits.length * fields.format().scheme().least(), MOST_RESERVED));
        long[] byDocument = new long[hits.length];
        for (int i = 0; i < hits.length; i++) {
            byDocument[i] = (long) hits[i].doc << 32 | i;
        }
        Arrays.sort(byDocument);
        int next = 0;
        for (LeafReaderContext leaf : leaves) {
            int end = leaf.docBase + leaf.reader().maxDoc();
            if (next < hits.length && byDocument[next] >>> 32 < end) {
                LeafSketches sketches = new LeafSketches(leaf.reader(), fields);
                while (next < hits.length && byDocument[next] >>> 32 < end) {
                    int hit = (int) byDocument[next++];
                    read.add(hit, hits[hit].doc - leaf.docBase, sketches, withKeys);
                }
            }
        }
        return read;
    }

    private void add(int hit, int doc, LeafSketches sketches, boolean withKeys) throws IOException {
        orderStart[hit] = orders.size;
        keyStart[hit] = keys.size;
        if (sketches.read(doc, orders) && withKeys) {
            sketches.readKeys(doc, keys);
        }
        orderEnd[hit] = orders.size;
        keyEnd[hit] = keys.size;
    }

    boolean isEmpty(int hit) {
        return orderStart[hit] == orderEnd[hit];
    }

    Kept kept(int hit) {
        return new Kept(
                Arrays.copyOfRange(orders.array, orderStart[hit], orderEnd[hit]),
                Arrays.copyOfRange(keys.array, keyStart[hit], keyEnd[hit]));
    }
}
