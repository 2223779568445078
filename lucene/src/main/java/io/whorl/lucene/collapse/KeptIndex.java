package io.whorl.lucene.collapse;

import io.whorl.lucene.sketch.LeafSketches;
import io.whorl.lucene.sketch.LeafSketches.Longs;
import io.whorl.lucene.sketch.SketchFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The kept hits. Finds the first one that a sketch is similar to: by {@link KeptSamples}, or by {@link KeptTable} where
 * those do not apply. Threads may share it after {@link #share}, each with its own {@link Probe}.
 */
final class KeptIndex {
    private final SketchFormat format;
    private final CollapseOptions options;
    private final List<Kept> kept = new ArrayList<>();
    private final Optional<KeptSamples> samples;
    /** Made when it is needed first, and then filled with the hits that it lacks. */
    private Optional<KeptTable> table = Optional.empty();

    /** @param samples without kept hits; empty if they do not apply */
    KeptIndex(SketchFormat format, CollapseOptions options, Optional<KeptSamples> samples) {
        this.format = format;
        this.options = options;
        this.samples = samples;
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
        return complete().find(probe.decoded(format, bytes, from, size), size, keys, keysFrom, keysTo, probe);
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

    /** Fills the table. */
    KeptTable complete() {
        if (table.isEmpty()) {
            table = Optional.of(new KeptTable(format, options));
        }
        KeptTable filled = table.get();
        for (int i = filled.size(); i < kept.size(); i++) {
            filled.add(kept.get(i));
        }
        return filled;
    }
}
