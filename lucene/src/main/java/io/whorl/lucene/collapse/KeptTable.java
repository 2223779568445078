package io.whorl.lucene.collapse;

import io.whorl.lucene.sketch.SketchFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the first kept hit that a sketch is similar to, for all schemes, similarities and numbers of kept hits. A table
 * leads from each minutia, or each group key, to the kept hits that hold it; only these are compared. Threads may share
 * it once all hits are added, each with its own {@link KeptIndex.Probe}.
 */
final class KeptTable {
    private static final int NONE = ValueTable.NONE;

    private final SketchFormat format;
    private final double threshold;
    private final boolean byKeys;
    private final boolean containment;
    private final List<Kept> kept = new ArrayList<>();
    /** From a value to its latest entry in the chains. */
    private final ValueTable heads = new ValueTable();

    private int[] holder = new int[1024];
    private int[] previous = new int[1024];
    private int entries;

    KeptTable(SketchFormat format, CollapseOptions options) {
        this.format = format;
        threshold = options.threshold();
        containment = options.similarity() == CollapseOptions.Similarity.CONTAINMENT;
        byKeys = options.candidates() == CollapseOptions.Candidates.GROUP_KEYS;
    }

    void add(Kept hit) {
        for (long value : byKeys ? hit.keys() : hit.orders()) {
            if (entries == holder.length) {
                holder = Arrays.copyOf(holder, 2 * entries);
                previous = Arrays.copyOf(previous, 2 * entries);
            }
            holder[entries] = kept.size();
            previous[entries] = heads.put(value, entries);
            entries++;
        }
        kept.add(hit);
    }

    int size() {
        return kept.size();
    }

    /**
     * Finds the first kept hit that is similar to a sketch at the threshold.
     *
     * @param orders holds the orders of the sketch, from 0 to {@code size}, exclusive
     * @param keys holds its group keys from {@code keysFrom} to {@code keysTo}, exclusive, if they are used
     * @return its number, from 0 in the order in which hits were added; -1 if there is none
     */
    int find(long[] orders, int size, long[] keys, int keysFrom, int keysTo, KeptIndex.Probe probe) {
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
    private void gather(long[] values, int from, int to, KeptIndex.Probe probe) {
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
}
