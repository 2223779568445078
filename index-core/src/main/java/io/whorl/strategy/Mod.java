package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import io.whorl.strategy.BuiltInStrategy.BuiltInProvider;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** Selects the minutiae that are 0 modulo m after a second bijection: MOD_m of BGMZ 3; m = 25 as in BGMZ 5. */
final class Mod implements Selector {
    static final SelectionProvider PROVIDER =
            new BuiltInProvider("mod", List.of("m"), (parameters, chunking, order) -> {
                int m = parameters.integer("m", 25, 1, 1_000_000_000);
                Divisor divisor = new Divisor(m);
                return BuiltInStrategy.of(
                                parameters,
                                () -> order instanceof MinutiaOrder known && known.bits() <= BlockMod.MOST_BITS
                                        ? new BlockMod(known, m)
                                        : new Mod(order, divisor))
                        .keeping(1.0 / m);
            });

    private final LongUnaryOperator bijection;
    private final Divisor m;

    Mod(LongUnaryOperator bijection, Divisor m) {
        this.bijection = bijection;
        this.m = m;
    }

    @Override
    public void start() {}

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        for (int i = 0; i < chunks.count; i++) {
            long minutia = chunks.minutia[i];
            if (m.divides(bijection.applyAsLong(minutia))) {
                out.add(minutia, chunks.first + i);
            }
        }
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {}

    /**
     * {@link Mod} for minutiae of at most {@value #MOST_BITS} bits: a loop over a block that the JIT compiler
     * vectorises, and one that collects the multiples without a branch.
     */
    private static final class BlockMod implements Selector {
        static final int MOST_BITS = 62;

        private final MinutiaOrder order;
        private final Multiples multiples;
        private long[] orders = new long[0];
        private int[] picked = new int[0];

        BlockMod(MinutiaOrder order, long m) {
            this.order = order;
            multiples = new Multiples(m, order.bits());
        }

        @Override
        public void start() {}

        @Override
        public boolean accept(ChunkBlock chunks, SelectedChunks out) {
            if (orders.length < chunks.count) {
                orders = new long[chunks.minutia.length];
                picked = new int[chunks.minutia.length];
            }
            order.applyAll(chunks.minutia, chunks.count, orders);
            multiples.mark(orders, chunks.count);
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

        @Override
        public void finish(long words, long chunks, SelectedChunks out) {}
    }

    /**
     * Tests whether a fixed number divides an unsigned 64-bit number, without a division. The number is multiplied by
     * the inverse of the divisor's odd part modulo 2^64 and rotated right by the divisor's power of two; the result is
     * small exactly for multiples (Granlund and Montgomery, PLDI 1994, section 9).
     */
    static final class Divisor {
        private final long inverse;
        private final int twos;
        private final long most;

        /** @param m 1 or more */
        Divisor(long m) {
            twos = Long.numberOfTrailingZeros(m);
            inverse = inverse(m >>> twos);
            // Compared unsigned by flipping the top bit of both sides.
            most = Long.divideUnsigned(-1L, m) ^ Long.MIN_VALUE;
        }

        boolean divides(long unsigned) {
            return (Long.rotateRight(unsigned * inverse, twos) ^ Long.MIN_VALUE) <= most;
        }

        /**
         * Newton's iteration. Any odd number is its own inverse modulo 8; each step doubles the number of correct low
         * bits.
         */
        static long inverse(long odd) {
            long x = odd;
            for (int bits = 3; bits < 64; bits *= 2) {
                x *= 2 - odd * x;
            }
            return x;
        }
    }

    /**
     * Finds the multiples of m among many numbers of few bits, without a branch. As in {@link Divisor}, a number is
     * multiplied by an inverse and rotated, to a quotient q. For a multiple, q is at most t = ⌊(2^bits − 1) ÷ m⌋; for
     * other numbers it is above ⌊(2^64 − 1) ÷ m⌋, which is at least 4 t. So the bound t ÷ 2 on q ÷ 2 tells them apart,
     * and both halves are positive as signed numbers.
     */
    static final class Multiples {
        private final long inverse;
        private final int twos;
        private final long most;

        /**
         * @param m 1 to 2^61
         * @param bits the width of the numbers, at most 62
         */
        Multiples(long m, int bits) {
            twos = Long.numberOfTrailingZeros(m);
            inverse = Divisor.inverse(m >>> twos);
            most = ((-1L >>> (Long.SIZE - bits)) / m) >>> 1;
        }

        /** Replaces each number by 0 if it is a multiple, otherwise by -1. */
        void mark(long[] numbers, int count) {
            long factor = inverse;
            int shift = twos;
            long bound = most;
            for (int i = 0; i < count; i++) {
                long quotient = Long.rotateRight(numbers[i] * factor, shift);
                numbers[i] = bound - (quotient >>> 1) >> 63;
            }
        }
    }
}
