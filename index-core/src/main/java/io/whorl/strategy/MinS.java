package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.select.Selector;
import io.whorl.strategy.BuiltInStrategy.BuiltInProvider;
import io.whorl.strategy.BuiltInStrategy.Parameters;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Selects the s smallest minutiae by a second bijection: MIN_s of BGMZ 3. Each minutia is selected once, with its first
 * chunk.
 *
 * <p>Candidates are collected in arrays of length 2s. When the arrays are full, the s smallest distinct candidates
 * stay, and the largest of them becomes the bound for later ones. So memory is O(s) and time is O(log s) per candidate,
 * whatever their order and repetitions.
 */
final class MinS implements Selector {
    static final SelectionProvider PROVIDER =
            new BuiltInProvider("min-s", List.of("s"), (parameters, chunking, order) -> {
                int s = parameters.integer("s", 400, 1, Parameters.MOST);
                return parameters.strategy(() -> new MinS(order, s)).comparedAs(Comparability.sketches(s));
            });

    private final LongUnaryOperator bijection;
    private final int s;
    // The candidates in text order. Orders have their top bit flipped, so that signed comparison is unsigned order.
    private final long[] order;
    private final long[] minutia;
    private final long[] place;
    private final long[] sorted;
    private final boolean[] taken;
    private int count;
    // If barred, no order of at least bar can be selected.
    private long bar;
    private boolean barred;

    private MinS(LongUnaryOperator bijection, int s) {
        this.bijection = bijection;
        this.s = s;
        int room = Math.max(2 * s, 64);
        order = new long[room];
        minutia = new long[room];
        place = new long[room];
        sorted = new long[room];
        taken = new boolean[room];
    }

    @Override
    public void start() {
        count = 0;
        barred = false;
    }

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        for (int i = 0; i < chunks.count; i++) {
            long candidate = bijection.applyAsLong(chunks.minutia[i]) ^ Long.MIN_VALUE;
            if (barred && candidate >= bar) {
                continue;
            }
            if (count == order.length) {
                compact();
            }
            order[count] = candidate;
            minutia[count] = chunks.minutia[i];
            place[count] = chunks.first + i;
            count++;
        }
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {
        compact();
        for (int i = 0; i < count; i++) {
            out.add(minutia[i], place[i]);
        }
    }

    /** Keeps the s smallest distinct orders, each with its first candidate. */
    private void compact() {
        int kept = smallest();
        Arrays.fill(taken, 0, kept, false);
        int candidates = count;
        count = 0;
        for (int i = 0; i < candidates; i++) {
            int rank = Arrays.binarySearch(sorted, 0, kept, order[i]);
            if (rank >= 0 && !taken[rank]) {
                taken[rank] = true;
                order[count] = order[i];
                minutia[count] = minutia[i];
                place[count] = place[i];
                count++;
            }
        }
        if (kept == s) {
            barred = true;
            bar = sorted[s - 1];
        }
    }

    /**
     * Writes the s smallest distinct orders, or all if there are fewer, into {@link #sorted}, and returns their number.
     */
    private int smallest() {
        System.arraycopy(order, 0, sorted, 0, count);
        Arrays.sort(sorted, 0, count);
        int distinct = 0;
        for (int i = 0; i < count && distinct < s; i++) {
            if (distinct == 0 || sorted[i] != sorted[distinct - 1]) {
                sorted[distinct++] = sorted[i];
            }
        }
        return distinct;
    }
}
