package io.whorl.lucene.collapse;

import io.whorl.lucene.collapse.KeptIndex.Kept;
import io.whorl.lucene.sketch.LeafSketches;
import io.whorl.lucene.sketch.LeafSketches.Longs;
import io.whorl.lucene.sketch.SketchFields;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.ArrayUtil;

/**
 * The sketches of some hits. They are read in the order of documents, because doc values can only be read forwards, and
 * are then available in any order.
 */
final class HitSketches {
    private final SketchFields fields;
    private final boolean withKeys;
    final Longs keys = new Longs();
    byte[] bytes = new byte[0];
    private int used;
    /** The orders of hit i begin at {@code from[i]} of the bytes; there are {@code size[i]}, 0 without a sketch. */
    int[] from = new int[0];

    int[] size = new int[0];
    int[] keysFrom = new int[0];
    int[] keysTo = new int[0];
    private long[] byDocument = new long[0];

    /** @param withKeys whether group keys are needed */
    HitSketches(SketchFields fields, boolean withKeys) {
        this.fields = fields;
        this.withKeys = withKeys;
    }

    /**
     * Reads the sketches of some hits, instead of those before. The first of them gets the number 0.
     *
     * @param leaves the segments that hold the hits, in ascending order
     */
    void read(ScoreDoc[] hits, int first, int end, List<LeafReaderContext> leaves) throws IOException {
        clear(end - first);
        for (int i = first; i < end; i++) {
            byDocument[i - first] = (long) hits[i].doc << 32 | i - first;
        }
        Arrays.sort(byDocument, 0, end - first);
        int next = 0;
        for (LeafReaderContext leaf : leaves) {
            int leafEnd = leaf.docBase + leaf.reader().maxDoc();
            if (next < end - first && byDocument[next] >>> 32 < leafEnd) {
                LeafSketches sketches = new LeafSketches(leaf.reader(), fields);
                while (next < end - first && byDocument[next] >>> 32 < leafEnd) {
                    int doc = (int) (byDocument[next] >>> 32) - leaf.docBase;
                    add((int) byDocument[next++], doc, sketches);
                }
            }
        }
    }

    private void clear(int hits) {
        used = 0;
        keys.clear();
        if (from.length < hits) {
            from = new int[hits];
            size = new int[hits];
            keysFrom = new int[hits];
            keysTo = new int[hits];
            byDocument = new long[hits];
            int expected = fields.format().scheme().least() * fields.format().width();
            bytes = new byte[(int) Math.min((long) hits * expected, 1 << 20) + Long.BYTES];
        }
    }

    /** The heap that this keeps, at most. */
    int bytes() {
        return bytes.length + Long.BYTES * (keys.array.length + 3 * from.length);
    }

    private void add(int hit, int doc, LeafSketches sketches) throws IOException {
        boolean found = sketches.read(doc);
        from[hit] = used;
        size[hit] = found ? sketches.size() : 0;
        keysFrom[hit] = keys.size;
        if (found) {
            int length = size[hit] * fields.format().width();
            reserve(length);
            System.arraycopy(sketches.bytes(), sketches.from(), bytes, used, length);
            used += length;
            if (withKeys) {
                sketches.readKeys(doc, keys);
            }
        }
        keysTo[hit] = keys.size;
    }

    private void reserve(int more) {
        int needed = Math.addExact(used + Long.BYTES, more);
        if (needed > bytes.length) {
            int doubled = (int) Math.min(2L * bytes.length, ArrayUtil.MAX_ARRAY_LENGTH);
            bytes = ArrayUtil.growExact(bytes, Math.max(needed, doubled));
        }
    }

    Kept kept(int hit) {
        long[] orders = new long[size[hit]];
        fields.format().decode(bytes, from[hit], size[hit], orders);
        return new Kept(orders, Arrays.copyOfRange(keys.array, keysFrom[hit], keysTo[hit]));
    }
}
