package io.whorl.lucene.collapse;

import io.whorl.agrona.collections.Long2LongHashMap;
import io.whorl.internal.Ranges;
import io.whorl.lucene.collapse.CollapseOptions.Candidates;
import io.whorl.lucene.collapse.CollapseWalk.KeptIndex.Kept;
import io.whorl.lucene.collapse.CollapseWalk.KeptIndex.KeptSamples;
import io.whorl.lucene.sketch.SketchFields;
import io.whorl.lucene.sketch.SketchFormat;
import io.whorl.lucene.sketch.SketchFormat.LeafSketches;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.LongsRef;

/**
 * Walks hits from the best on, and keeps those that do not resemble a kept one. Stops at the n-th kept hit, or at a
 * given one. One thread at a time.
 *
 * <ol>
 *   <li>A hit belongs to the first kept hit that it resembles. A hit without a sketch is kept.
 *   <li>What is kept depends on the order of the hits, not on how many are examined at a time.
 *   <li>Hits kept on earlier pages come first in the index; those that resemble them are not shown again.
 * </ol>
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
                        sketches.keys.longs,
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
        final LongsRef keys = new LongsRef();
        byte[] bytes = new byte[0];
        private int used;
        /** The orders of hit i begin at {@code from[i]} of the bytes; there are {@code size[i]}, 0 without a sketch. */
        int[] from = new int[0];

        int[] size = new int[0];
        int[] keysFrom = new int[0];
        int[] keysTo = new int[0];
        private long[] byDocument = new long[0];

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
                byDocument[i - first] = ((long) hits[i].doc << 32) | (i - first);
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
            keys.length = 0;
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
            return bytes.length + Long.BYTES * (keys.longs.length + 3 * from.length);
        }

        private void add(int hit, int doc, LeafSketches sketches) throws IOException {
            boolean found = sketches.read(doc);
            from[hit] = used;
            size[hit] = found ? sketches.size() : 0;
            keysFrom[hit] = keys.length;
            if (found) {
                int length = size[hit] * fields.format().width();
                bytes = ArrayUtil.grow(bytes, Math.addExact(used + Long.BYTES, length));
                System.arraycopy(sketches.bytes(), sketches.from(), bytes, used, length);
                used += length;
                if (withKeys) {
                    sketches.readKeys(doc, keys);
                }
            }
            keysTo[hit] = keys.length;
        }

        Kept kept(int hit) {
            long[] orders = new long[size[hit]];
            fields.format().decode(bytes, from[hit], size[hit], orders);
            return new Kept(orders, Arrays.copyOfRange(keys.longs, keysFrom[hit], keysTo[hit]));
        }
    }

    /**
     * The kept hits. Finds the first one that a sketch is similar to: by {@link KeptSamples}, or where those do not
     * apply by a table. It leads from each minutia, or each group key, to the kept hits that hold it; only these are
     * compared. Threads may share it after {@link #share}, each with its own {@link Probe}.
     */
    static final class KeptIndex {
        private static final int NONE = -1;
        private static final int LEAST = 1 << 11;
        private static final int FILTER_BITS = 15;

        private final SketchFormat format;
        private final double threshold;
        private final boolean byKeys;
        private final boolean containment;
        private final List<Kept> kept = new ArrayList<>();
        private final Optional<KeptSamples> samples;

        /** From a value to its latest entry in the chains. Made when it is needed first. */
        private Long2LongHashMap heads;
        /** A bit for each hash of a value in the table. Most absent values end at a branch that is easy to predict. */
        private long[] filter = new long[0];

        /** The number of kept hits that are in the table. */
        private int tabled;

        private int[] holder = new int[0];
        private int[] previous = new int[0];
        private int entries;

        /** @param samples without kept hits; empty if they do not apply */
        KeptIndex(SketchFormat format, CollapseOptions options, Optional<KeptSamples> samples) {
            this.format = format;
            this.samples = samples;
            threshold = options.threshold;
            containment = options.similarity == CollapseOptions.Similarity.CONTAINMENT;
            byKeys = options.candidates == CollapseOptions.Candidates.GROUP_KEYS;
        }

        void add(Kept hit) {
            if (samples.isPresent() && kept.size() < KeptSamples.MOST) {
                samples.get().add(hit.orders());
            }
            kept.add(hit);
        }

        int size() {
            return kept.size();
        }

        List<Kept> kept() {
            return kept;
        }

        static final class Probe {
            int[] shared = new int[0];
            int[] found = new int[0];
            int count;
            private long[] orders = new long[0];

            void reserve(int kept) {
                if (shared.length < kept) {
                    shared = new int[Math.max(kept, 2 * shared.length)];
                    found = new int[shared.length];
                }
            }

            long[] decoded(SketchFormat format, byte[] bytes, int from, int size) {
                if (orders.length < size) {
                    orders = new long[size];
                }
                format.decode(bytes, from, size, orders);
                return orders;
            }
        }

        /**
         * Finds the first kept hit that is similar to a sketch at the threshold.
         *
         * @param bytes holds the orders of the sketch, from {@code from} on
         * @param size the number of its orders, at least 1
         * @param keys holds its group keys from {@code keysFrom} to {@code keysTo}, exclusive, if they are used
         * @return its number, from 0 in the order in which hits were added; -1 if there is none
         */
        int find(byte[] bytes, int from, int size, long[] keys, int keysFrom, int keysTo, Probe probe) {
            if (samples.isPresent() && kept.size() <= KeptSamples.MOST) {
                return samples.get().find(bytes, from, size, probe);
            }
            complete();
            return findInTable(probe.decoded(format, bytes, from, size), size, keys, keysFrom, keysTo, probe);
        }

        /**
         * The same for a sketch of a segment that was just read.
         *
         * @param keys a buffer for group keys
         */
        int find(LeafSketches sketches, int doc, LongsRef keys, Probe probe) throws IOException {
            keys.length = 0;
            if (byKeys) {
                sketches.readKeys(doc, keys);
            }
            return find(sketches.bytes(), sketches.from(), sketches.size(), keys.longs, 0, keys.length, probe);
        }

        /** Prepares for threads that share this. Nothing may be added from then on. */
        void share() {
            if (samples.isEmpty() || kept.size() > KeptSamples.MOST) {
                complete();
            }
        }

        /** Puts the hits that the table lacks into it. */
        void complete() {
            if (heads == null) {
                heads = new Long2LongHashMap(LEAST, 0.5f, NONE);
                filter = new long[1 << (FILTER_BITS - 6)];
            }
            for (; tabled < kept.size(); tabled++) {
                Kept hit = kept.get(tabled);
                for (long value : byKeys ? hit.keys() : hit.orders()) {
                    if (entries == holder.length) {
                        holder = Arrays.copyOf(holder, Math.max(LEAST, 2 * entries));
                        previous = Arrays.copyOf(previous, holder.length);
                    }
                    holder[entries] = tabled;
                    previous[entries] = (int) heads.put(value, entries);
                    int bit = bit(value);
                    filter[bit >>> 6] |= 1L << bit;
                    entries++;
                }
            }
        }

        /**
         * Finds as {@link #find}, by the table, which is complete: for all schemes, similarities and numbers of kept
         * hits.
         *
         * @param orders holds the orders of the sketch, from 0 to {@code size}, exclusive
         */
        int findInTable(long[] orders, int size, long[] keys, int keysFrom, int keysTo, Probe probe) {
            probe.reserve(kept.size());
            if (byKeys) {
                gather(keys, keysFrom, keysTo, probe);
            } else {
                gather(orders, 0, size, probe);
            }
            Arrays.sort(probe.found, 0, probe.count);
            int first = NONE;
            for (int i = 0; i < probe.count; i++) {
                int candidate = probe.found[i];
                if (first == NONE && isSimilar(orders, size, candidate, probe.shared[candidate])) {
                    first = candidate;
                }
                probe.shared[candidate] = 0;
            }
            probe.count = 0;
            return first;
        }

        /** Counts the values that each kept hit shares. */
        private void gather(long[] values, int from, int to, Probe probe) {
            for (int i = from; i < to; i++) {
                int bit = bit(values[i]);
                boolean absent = ((filter[bit >>> 6] >>> bit) & 1) == 0;
                for (int entry = absent ? NONE : (int) heads.get(values[i]); entry != NONE; entry = previous[entry]) {
                    int hit = holder[entry];
                    if (probe.shared[hit]++ == 0) {
                        probe.found[probe.count++] = hit;
                    }
                }
            }
        }

        private static int bit(long value) {
            return (int) ((value * 0x9E3779B97F4A7C15L) >>> (64 - FILTER_BITS));
        }

        private boolean isSimilar(long[] orders, int size, int candidate, int shared) {
            long[] other = kept.get(candidate).orders();
            // The number of shared keys says nothing about shared minutiae.
            if (!byKeys && format.most(shared, size, other.length, containment) < threshold) {
                return false;
            }
            if (!byKeys && !containment && format.leastResemblance(shared, size, other.length) >= threshold) {
                return true;
            }
            return format.compare(orders, 0, size, other, 0, other.length, containment) >= threshold;
        }

        /**
         * What is known of a kept hit: its sketch and its group keys. Both are empty if the document has no sketch.
         *
         * @param orders as {@link io.whorl.lucene.sketch.SketchFormat} has them in memory
         * @param keys the group keys, empty if they are not used
         */
        record Kept(long[] orders, long[] keys) {}

        /**
         * Finds the first kept hit that a sketch MIN_s of s orders resembles, among few kept hits. Two sketches
         * resemble each other if they share c of the s smallest orders of A ∪ B (BGMZ 3), so only pairs that share that
         * many orders are compared.
         *
         * <p>Shared orders are counted for all kept hits at once, and sometimes too high: a table leads from the low
         * bits of an order to a set of bits, one for each kept hit that has such an order. Counters in bit planes add
         * up the sets, up to {@value #MANY}. Threads may share it once all hits are added.
         */
        static final class KeptSamples {
            /** The largest number of kept hits. */
            static final int MOST = Long.SIZE;

            private static final int MANY = 8;
            private static final int SLOTS_PER_ORDER = 16;

            private final SketchFormat format;
            private final double threshold;
            /** s. */
            private final int size;
            /** c. */
            private final int least;

            private final long[] holders;
            private long[][] kept = new long[16][];
            private int count;

            private KeptSamples(SketchFormat format, double threshold) {
                this.format = format;
                this.threshold = threshold;
                size = format.least();
                least = least(size, threshold);
                holders = new long[Integer.highestOneBit(SLOTS_PER_ORDER * Math.min(size, 1 << 16))];
            }

            /** Empty if the options or the scheme need the table of {@link KeptIndex}. */
            static Optional<KeptSamples> of(SketchFormat format, CollapseOptions options) {
                boolean possible = format.least() > 0
                        && options.similarity == CollapseOptions.Similarity.RESEMBLANCE
                        && options.candidates == CollapseOptions.Candidates.SHARED_MINUTIAE;
                return possible ? Optional.of(new KeptSamples(format, options.threshold)) : Optional.empty();
            }

            /** The least number of shared orders that is this share of a number of orders. */
            private static int least(int size, double threshold) {
                return (int) Ranges.first(1, size, shared -> (double) shared / size >= threshold);
            }

            void clear() {
                Arrays.fill(holders, 0);
                Arrays.fill(kept, 0, count, null);
                count = 0;
            }

            /** The heap that this keeps. */
            int bytes() {
                return Long.BYTES * holders.length;
            }

            /** Adds a kept hit; there must be fewer than {@link #MOST}. */
            void add(long[] orders) {
                if (count == kept.length) {
                    kept = Arrays.copyOf(kept, 2 * count);
                }
                kept[count] = orders;
                for (long order : orders) {
                    holders[(int) order & (holders.length - 1)] |= 1L << count;
                }
                count++;
            }

            /**
             * Finds the first kept hit that a sketch resembles.
             *
             * @param bytes holds its orders, from {@code from} on
             * @param orders the number of its orders, 1 to s
             * @param buffer holds the decoded orders where they are needed
             * @return its number, from 0 in the order in which hits were added; -1 if there is none
             */
            int find(byte[] bytes, int from, int orders, KeptIndex.Probe buffer) {
                if (orders < size) {
                    return findShort(bytes, from, orders, buffer);
                }
                for (long left = candidates(bytes, from, size, least); left != 0; left &= left - 1) {
                    int i = Long.numberOfTrailingZeros(left);
                    if (format.sharesAtLeast(least, bytes, from, kept[i])) {
                        return i;
                    }
                }
                return -1;
            }

            /** The same for a document with fewer than s minutiae. The size of the sample then depends on the pair. */
            private int findShort(byte[] bytes, int from, int orders, KeptIndex.Probe buffer) {
                // The sample has at least as many orders as the sketch.
                long left = candidates(bytes, from, orders, least(orders, threshold));
                long[] decoded = left == 0 ? new long[0] : buffer.decoded(format, bytes, from, orders);
                for (; left != 0; left &= left - 1) {
                    int i = Long.numberOfTrailingZeros(left);
                    if (format.compare(decoded, 0, orders, kept[i], 0, kept[i].length, false) >= threshold) {
                        return i;
                    }
                }
                return -1;
            }

            /**
             * The kept hits that may share enough orders with a sketch.
             *
             * @param orders the number of its orders
             * @param enough the number of shared orders
             */
            private long candidates(byte[] bytes, int from, int orders, int enough) {
                // Sketches that share so many of all orders share MANY of these.
                int counted = orders - Math.max(0, enough - MANY);
                long[] table = holders;
                int width = format.width();
                long ones = 0;
                long twos = 0;
                long fours = 0;
                long many = 0;
                int place = from;
                // Four orders at a time, with carry-save adders.
                for (int end = from + (counted & -4) * width; place < end; place += 4 * width) {
                    long a = table[SketchFormat.lowBits(bytes, place) & (table.length - 1)];
                    long b = table[SketchFormat.lowBits(bytes, place + width) & (table.length - 1)];
                    long c = table[SketchFormat.lowBits(bytes, place + 2 * width) & (table.length - 1)];
                    long d = table[SketchFormat.lowBits(bytes, place + 3 * width) & (table.length - 1)];
                    long ab = a ^ b;
                    long two = (a & b) | (ab & ones);
                    ones ^= ab;
                    long cd = c ^ d;
                    long otherTwo = (c & d) | (cd & ones);
                    ones ^= cd;
                    long bothTwo = two ^ otherTwo;
                    long four = (two & otherTwo) | (bothTwo & twos);
                    twos ^= bothTwo;
                    many |= fours & four;
                    fours ^= four;
                }
                for (int end = from + counted * width; place < end; place += width) {
                    long a = table[SketchFormat.lowBits(bytes, place) & (table.length - 1)];
                    long two = ones & a;
                    ones ^= a;
                    long four = twos & two;
                    twos ^= two;
                    many |= fours & four;
                    fours ^= four;
                }
                if (enough >= MANY) {
                    return many;
                }
                long some = many | fours;
                return enough >= MANY / 2 ? some : enough > 1 ? some | twos : some | twos | ones;
            }
        }
    }
}
