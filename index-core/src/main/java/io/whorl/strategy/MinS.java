package io.whorl.strategy;

import io.whorl.agrona.collections.LongHashSet;
import io.whorl.hash.MinutiaOrder;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.select.Selector;
import io.whorl.strategy.BuiltInStrategy.BuiltInProvider;
import io.whorl.strategy.BuiltInStrategy.Parameters;
import java.util.Arrays;
import java.util.List;

/**
 * Selects the s smallest minutiae by a second bijection: MIN_s of BGMZ 3. Each minutia is selected once, with its first
 * chunk.
 *
 * <p>Candidates are collected in arrays of length 2s. When the arrays are full, the s smallest candidates stay, and the
 * largest of them becomes the bound for later ones. So memory is O(s) and time is O(log s) per candidate, whatever
 * their order and repetitions, unless an author makes candidates that collide in the hash set.
 */
final class MinS implements Selector {
    static final SelectionProvider PROVIDER =
            new BuiltInProvider("min-s", List.of("s"), (parameters, chunking, order) -> {
                int s = parameters.integer("s", 400, 1, Parameters.MOST);
                return parameters.strategy(() -> new MinS(order, s)).comparedAs(Comparability.sketches(s));
            });

    private final MinutiaOrder bijection;
    private final int s;
    // The distinct candidates in text order. Orders have their top bit flipped, so that signed comparison is unsigned.
    private final long[] order;
    private final long[] minutia;
    private final long[] place;
    private final long[] sorted;
    private final LongHashSet known = new LongHashSet();
    private int count;
    /** No greater order can be selected. */
    private long bar;

    private MinS(MinutiaOrder bijection, int s) {
        this.bijection = bijection;
        this.s = s;
        int room = Math.max(2 * s, 64);
        order = new long[room];
        minutia = new long[room];
        place = new long[room];
        sorted = new long[room];
    }

    @Override
    public void start() {
        count = 0;
        known.clear();
        bar = Long.MAX_VALUE;
    }

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        for (int i = 0; i < chunks.count; i++) {
            long candidate = bijection.applyAsLong(chunks.minutia[i]) ^ Long.MIN_VALUE;
            if (candidate <= bar && known.add(candidate)) {
                if (count == order.length) {
                    keepSmallest();
                    known.add(candidate);
                }
                order[count] = candidate;
                minutia[count] = chunks.minutia[i];
                place[count] = chunks.first + i;
                count++;
            }
        }
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {
        keepSmallest();
        for (int i = 0; i < count; i++) {
            out.add(minutia[i], place[i]);
        }
    }

    /** Keeps the s smallest candidates. */
    private void keepSmallest() {
        if (count <= s) {
            return;
        }
        System.arraycopy(order, 0, sorted, 0, count);
        Arrays.sort(sorted, 0, count);
        bar = sorted[s - 1];
        known.clear();
        int candidates = count;
        count = 0;
        for (int i = 0; i < candidates; i++) {
            if (order[i] <= bar) {
                known.add(order[i]);
                order[count] = order[i];
                minutia[count] = minutia[i];
                place[count] = place[i];
                count++;
            }
        }
    }
}
