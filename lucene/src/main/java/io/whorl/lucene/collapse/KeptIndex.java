package io.whorl.lucene.collapse;

import io.whorl.lucene.sketch.LeafSketches;
import io.whorl.lucene.sketch.LeafSketches.Longs;
import io.whorl.lucene.sketch.SketchFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The kept hits. Finds the first one that a sketch is similar to: by {@link KeptSamples}, or where those do not apply
 * by a table. It leads from each minutia, or each group key, to the kept hits that hold it; only these are compared.
 * Threads may share it after {@link #share}, each with its own {@link Probe}.
 */
final class KeptIndex {
    private static final int NONE = -1;
    private static final int LEAST = 1 << 11;

    private final SketchFormat format;
    private final double threshold;
    private final boolean byKeys;
    private final boolean containment;
    private final List<Kept> kept = new ArrayList<>();
    private final Optional<KeptSamples> samples;

    /** From a value to its latest entry in the chains. Made when it is needed first. */
    private ValueTable heads;

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

    /** The buffers of one thread. */
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
    int find(LeafSketches sketches, int doc, boolean withKeys, Longs keys, Probe probe) throws IOException {
        keys.clear();
        if (withKeys) {
            sketches.readKeys(doc, keys);
        }
        return find(sketches.bytes(), sketches.from(), sketches.size(), keys.array, 0, keys.size, probe);
    }

    /** Prepares for threads that share this. Nothing may be added from then on. */
    void share() {
        if (samples.isEmpty() || kept.size() > KeptSamples.MOST) {
            complete();
        }
    }

    /** Puts the hits that the table lacks into it. */
    void complete() {
        heads = heads == null ? new ValueTable() : heads;
        for (; tabled < kept.size(); tabled++) {
            Kept hit = kept.get(tabled);
            for (long value : byKeys ? hit.keys() : hit.orders()) {
                if (entries == holder.length) {
                    holder = Arrays.copyOf(holder, Math.max(LEAST, 2 * entries));
                    previous = Arrays.copyOf(previous, holder.length);
                }
                holder[entries] = tabled;
                previous[entries] = heads.put(value, entries);
                entries++;
            }
        }
    }

    /**
     * Finds as {@link #find}, by the table, which is complete: for all schemes, similarities and numbers of kept hits.
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
            for (int entry = heads.get(values[i]); entry != NONE; entry = previous[entry]) {
                int hit = holder[entry];
                if (probe.shared[hit]++ == 0) {
                    probe.found[probe.count++] = hit;
                }
            }
        }
    }

    private boolean isSimilar(long[] orders, int size, int candidate, int shared) {
        long[] other = kept.get(candidate).orders();
        // By keys, the number of shared keys says nothing of shared minutiae.
        if (!byKeys && format.most(shared, size, other.length, containment) < threshold) {
            return false;
        }
        if (!byKeys && !containment && format.leastResemblance(shared, size, other.length) >= threshold) {
            return true;
        }
        return format.compare(orders, 0, size, other, 0, other.length, containment) >= threshold;
    }

    /**
     * Leads from a value to the last entry with this value. Open addressing in two arrays that stay in the cache of a
     * core: a search looks up thousands of values, most of which are absent. Threads may share it once everything is
     * added.
     */
    private static final class ValueTable {
        private static final long GOLDEN = 0x9E3779B97F4A7C15L;
        private static final int FILTER_BITS = 15;

        /** A bit for each hash of a value. Most absent values end here, at a branch that is easy to predict. */
        private final long[] filter = new long[1 << FILTER_BITS - 6];

        private long[] values = new long[LEAST];
        private int[] entries = new int[LEAST];
        private int mask = LEAST - 1;
        private int size;

        ValueTable() {
            Arrays.fill(entries, NONE);
        }

        /** The entry of a value; {@link #NONE} if it has none. */
        int get(long value) {
            int bit = (int) (value * GOLDEN >>> 64 - FILTER_BITS);
            return (filter[bit >>> 6] >>> bit & 1) == 0 ? NONE : entries[slot(value)];
        }

        /** Sets the entry of a value, and returns the one before; {@link #NONE} if it had none. */
        int put(long value, int entry) {
            if (2 * size >= mask) {
                grow();
            }
            int bit = (int) (value * GOLDEN >>> 64 - FILTER_BITS);
            filter[bit >>> 6] |= 1L << bit;
            int slot = slot(value);
            int before = entries[slot];
            size += before == NONE ? 1 : 0;
            values[slot] = value;
            entries[slot] = entry;
            return before;
        }

        /** The slot that holds a value, or the empty one where it belongs. */
        private int slot(long value) {
            int slot = (int) (value * GOLDEN >>> 32) & mask;
            while (entries[slot] != NONE && values[slot] != value) {
                slot = slot + 1 & mask;
            }
            return slot;
        }

        private void grow() {
            long[] oldValues = values;
            int[] oldEntries = entries;
            values = new long[2 * oldValues.length];
            entries = new int[values.length];
            mask = values.length - 1;
            Arrays.fill(entries, NONE);
            for (int i = 0; i < oldValues.length; i++) {
                if (oldEntries[i] != NONE) {
                    int slot = slot(oldValues[i]);
                    values[slot] = oldValues[i];
                    entries[slot] = oldEntries[i];
                }
            }
        }
    }

    /**
     * What is known of a kept hit: its sketch and its group keys. Both are empty if the document has no sketch.
     *
     * @param orders as {@link io.whorl.lucene.sketch.SketchFormat} has them in memory
     * @param keys the group keys, empty if they are not used
     */
    record Kept(long[] orders, long[] keys) {}
}
