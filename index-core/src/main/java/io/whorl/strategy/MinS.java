package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.select.Selector;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * The s minutiae that a second bijection makes smallest: MIN_s of BGMZ 3. It selects minutiae, so each once, by the
 * first chunk that has it.
 *
 * <p>Candidates gather in room for 2s; when it is full, the s smallest distinct ones stay and the largest of them bars
 * the way to the rest. So memory is O(s) and time O(log s) a candidate, in whatever order and however often they come.
 */
final class MinS implements Selector {
    static final SelectionProvider PROVIDER =
            new BuiltInProvider("min-s", List.of("s"), (parameters, chunking, order) -> {
                int s = parameters.integer("s", 400, 1, Defaults.MOST);
                return BuiltInStrategy.of(parameters, () -> new MinS(order, s)).comparedAs(Comparability.sketches(s));
            });

    private final LongUnaryOperator bijection;
    private final int s;
    // Of each candidate, in text order. Orders have their top bit flipped: signed comparison is then unsigned order.
    private final long[] order;
    private final long[] minutia;
    private final long[] place;
    private final long[] sorted;
    private final boolean[] taken;
    private int count;
    // No order at or above this one can be selected; without a bar, every order may be.
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

    /** Keeps the s smallest distinct orders, each by its first candidate. */
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

    /** The s smallest distinct orders, or as many as there are, into {@link #sorted}; their number. */
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
