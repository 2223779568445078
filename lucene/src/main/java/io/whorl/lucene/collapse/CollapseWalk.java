package io.whorl.lucene.collapse;

import io.whorl.lucene.collapse.CollapseOptions.Candidates;
import io.whorl.lucene.collapse.KeptIndex.Kept;
import io.whorl.lucene.sketch.LeafSketches;
import io.whorl.lucene.sketch.LeafSketches.Longs;
import io.whorl.lucene.sketch.SketchFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.ArrayUtil;

/**
 * Walks hits from the best on, and keeps those that do not resemble a kept one. Stops at the n-th kept hit, or at a
 * given one.
 */
final class CollapseWalk {
    /** Hits whose sketches are read at a time, for each group that is still missing, and at least. */
    private static final int AT_ONCE = 3;

    private static final int LEAST_AT_ONCE = 16;
    private static final int MOST_AT_ONCE = 1 << 10;

    private final CollapseOptions options;
    private final int n;
    private final int stopAt;
    /** The number of kept hits of earlier pages. */
    final int before;

    final KeptIndex index;
    private final KeptIndex.Probe probe;
    private final HitSketches sketches;
    private final List<Group> groups = new ArrayList<>();
    long examined;
    long withoutSketch;
    long earlier;

    private static final class Group {
        private final ScoreDoc hit;
        private final List<ScoreDoc> members = new ArrayList<>(0);
        private long others;

        private Group(ScoreDoc hit) {
            this.hit = hit;
        }
    }

    /**
     * @param buffers that no other walk uses until this one is not needed any more
     * @param stopAt the document of a hit at which the walk stops once it is kept; -1 if there is none
     * @param earlierPages the kept hits of earlier pages, in order
     */
    CollapseWalk(
            SketchFields fields,
            CollapseOptions options,
            WalkBuffers buffers,
            int n,
            int stopAt,
            List<Kept> earlierPages) {
        this.options = options;
        this.n = n;
        this.stopAt = stopAt;
        sketches = buffers.sketches;
        probe = buffers.probe;
        before = earlierPages.size();
        index = new KeptIndex(fields.format(), options, buffers.samples);
        earlierPages.forEach(index::add);
    }

    /**
     * Walks the next hits until enough are kept.
     *
     * @param leaves the segments that hold them, in ascending order
     * @return how many were examined
     */
    int examine(ScoreDoc[] hits, List<LeafReaderContext> leaves) throws IOException {
        int at = 0;
        while (at < hits.length && !isDone()) {
            int first = at;
            int end = Math.min(hits.length, at + atOnce());
            sketches.read(hits, first, end, leaves);
            for (; at < end && !isDone(); at++) {
                place(hits[at], at - first);
            }
        }
        examined += at;
        return at;
    }

    private int atOnce() {
        return Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, AT_ONCE * (n - groups.size())));
    }

    /** Whether one of the hits after the n-th kept one belongs to no group of this page or an earlier one. */
    boolean passesOver(ScoreDoc[] hits, int from, List<LeafReaderContext> leaves) throws IOException {
        for (int first = from; first < hits.length; first += MOST_AT_ONCE) {
            int end = Math.min(hits.length, first + MOST_AT_ONCE);
            sketches.read(hits, first, end, leaves);
            for (int i = 0; i < end - first; i++) {
                if (find(i) < 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The first kept hit that is similar to a hit; -1 if there is none. */
    private int find(int i) {
        return sketches.size[i] == 0
                ? -1
                : index.find(
                        sketches.bytes,
                        sketches.from[i],
                        sketches.size[i],
                        sketches.keys.array,
                        sketches.keysFrom[i],
                        sketches.keysTo[i],
                        probe);
    }

    private void place(ScoreDoc hit, int i) {
        int found = find(i);
        withoutSketch += sketches.size[i] == 0 ? 1 : 0;
        if (found >= before) {
            Group group = groups.get(found - before);
            group.others++;
            if (group.members.size() < options.members) {
                group.members.add(hit);
            }
        } else if (found >= 0) {
            earlier++;
        } else {
            groups.add(new Group(hit));
            index.add(sketches.kept(i));
        }
    }

    /** Whether n hits are kept. */
    boolean isFull() {
        return groups.size() == n;
    }

    /** Whether the hit at which the walk stops is kept. */
    boolean isFound() {
        return !groups.isEmpty() && last().doc == stopAt;
    }

    boolean isDone() {
        return isFull() || isFound();
    }

    /** The last kept hit of this page. */
    ScoreDoc last() {
        return groups.get(groups.size() - 1).hit;
    }

    List<CollapsedGroup> groups() {
        List<CollapsedGroup> made = new ArrayList<>(groups.size());
        for (Group group : groups) {
            made.add(new CollapsedGroup(group.hit, group.others, group.members));
        }
        return made;
    }

    /** The buffers of one walk at a time. A page of ten takes less time if they are not allocated for each search. */
    static final class WalkBuffers {
        private static final int MOST_BYTES = 1 << 18;

        final HitSketches sketches;
        final KeptIndex.Probe probe = new KeptIndex.Probe();
        final Optional<KeptSamples> samples;

        WalkBuffers(SketchFields fields, CollapseOptions options) {
            sketches = new HitSketches(fields, options.candidates == Candidates.GROUP_KEYS);
            samples = KeptSamples.of(fields.format(), options);
        }

        /** Forgets the walk. Returns whether the buffers are small enough to be kept. */
        boolean clear() {
            samples.ifPresent(KeptSamples::clear);
            return sketches.bytes() + samples.map(KeptSamples::bytes).orElse(0) <= MOST_BYTES;
        }
    }

    /**
     * The sketches of some hits. They are read in the order of documents, because doc values can only be read forwards,
     * and are then available in any order.
     */
    private static final class HitSketches {
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
                int expected = fields.format().least() * fields.format().width();
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
}
