package io.whorl.strategy;

import io.whorl.hash.MinutiaOrder;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.strategy.BuiltInStrategy.BlockSelector;
import io.whorl.strategy.BuiltInStrategy.BuiltInProvider;
import java.util.List;

/**
 * Selects the minutiae that are 0 modulo m after a second bijection: MOD_m of BGMZ 3; m = 25 as in BGMZ 5. A loop over
 * a block, which the JIT compiler vectorises, marks the multiples, and one collects them without a branch.
 *
 * <p>Multiples among unsigned numbers are found without a division or a branch. A number is multiplied by the inverse
 * of the odd part of m modulo 2^64 and rotated right by the power of two in m; the result is small exactly for
 * multiples (Granlund and Montgomery, PLDI 1994, section 9).
 */
final class Mod implements BlockSelector {
    static final SelectionProvider PROVIDER =
            new BuiltInProvider("mod", List.of("m"), (parameters, chunking, order) -> {
                int m = parameters.integer("m", 25, 1, 1_000_000_000);
                return parameters.strategy(() -> new Mod(order, m)).keeping(1.0 / m);
            });

    private final MinutiaOrder order;
    private final long inverse;
    private final int twos;
    private final long most;
    private long[] orders = new long[0];
    private int[] picked = new int[0];

    private Mod(MinutiaOrder order, long m) {
        this.order = order;
        twos = Long.numberOfTrailingZeros(m);
        inverse = inverse(m >>> twos);
        most = Long.divideUnsigned(-1L, m);
    }

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        if (orders.length < chunks.count) {
            orders = new long[chunks.minutia.length];
            picked = new int[chunks.minutia.length];
        }
        order.applyAll(chunks.minutia, chunks.count, orders);
        mark(orders, chunks.count);
        int count = pick(chunks.count);
        for (int j = 0; j < count; j++) {
            out.add(chunks.minutia[picked[j]], chunks.first + picked[j]);
        }
        return true;
    }

    /** Each index is stored, and the next one replaces it if it is not of a multiple. */
    private int pick(int chunks) {
        long[] marks = orders;
        int[] to = picked;
        int count = 0;
        for (int i = 0; i < chunks; i++) {
            to[count] = i;
            count += 1 + (int) marks[i];
        }
        return count;
    }

    /** Replaces each number by 0 if it is a multiple, otherwise by -1. */
    private void mark(long[] numbers, int count) {
        long factor = inverse;
        int shift = twos;
        long bound = most;
        for (int i = 0; i < count; i++) {
            long quotient = Long.rotateRight(numbers[i] * factor, shift);
            // The borrow of the unsigned difference.
            numbers[i] = ((~bound & quotient) | (~(bound ^ quotient) & (bound - quotient))) >> 63;
        }
    }

    /**
     * Newton's iteration. Any odd number is its own inverse modulo 8; each step doubles the number of correct low bits.
     */
    private static long inverse(long odd) {
        long x = odd;
        for (int bits = 3; bits < 64; bits *= 2) {
            x *= 2 - odd * x;
        }
        return x;
    }
}
