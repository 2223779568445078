package io.whorl.hash;

import io.whorl.hash.ChunkHash.WidthBijection;
import java.util.function.LongUnaryOperator;

/**
 * A bijection of minutiae that says how many bits they have, and maps many at a time. Strategies that get another
 * operator, such as one of an application, work too, but slower.
 */
public interface MinutiaOrder extends LongUnaryOperator {
    /** Returns an operator as an order of minutiae of any width, unless it is one. */
    static MinutiaOrder of(LongUnaryOperator order) {
        return order instanceof MinutiaOrder known ? known : order::applyAsLong;
    }

    /** The bijection by which mod, min-s and winnowing order minutiae of W bits (docs/DEFINITIONS.md, Minutiae 3). */
    static MinutiaOrder ofWidth(int bits) {
        return WidthBijection.ordering(bits);
    }

    /** W: the width of minutiae and orders in bits; 64 if it is not known. */
    default int bits() {
        return Long.SIZE;
    }

    /** Maps the first {@code count} minutiae of an array. */
    default void applyAll(long[] minutiae, int count, long[] orders) {
        for (int i = 0; i < count; i++) {
            orders[i] = applyAsLong(minutiae[i]);
        }
    }
}
