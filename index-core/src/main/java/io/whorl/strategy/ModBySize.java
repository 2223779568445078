package io.whorl.strategy;

import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.strategy.BuiltInStrategy.BuiltInProvider;
import java.util.List;

/**
 * Selects V_i of BGMZ 3: a document of 100·2^i to 100·2^(i+1) words keeps the minutiae that are 0 modulo 2^i after a
 * second bijection ({@code MinutiaOrder}), so that 50 to 100 are expected. i is the level of the document. Two
 * documents are compared at the larger level: V_j(D), for j above the level of D, is the part of its fingerprint whose
 * {@link #depth} is at least j.
 */
public final class ModBySize {
    static final SelectionProvider PROVIDER =
            new BuiltInProvider("mod-by-size", List.of(), (parameters, chunking, order) -> parameters
                    .holding((held, words, out) -> {
                        int level = level(words);
                        for (int place = 0; place < held.size(); place++) {
                            if (depth(order.applyAsLong(held.minutia(place))) >= level) {
                                out.add(held.minutia(place), place);
                            }
                        }
                    })
                    .comparedAs(Comparability.LEVELS));

    private ModBySize() {}

    /** The level of a document with this many surviving words: 0 under 200 words, else ⌊log₂(words ÷ 100)⌋. */
    public static int level(long words) {
        return words < 200 ? 0 : 63 - Long.numberOfLeadingZeros(words / 100);
    }

    /** The greatest level, at most 63, that keeps a minutia of this order: the number of its trailing zero bits. */
    public static int depth(long order) {
        return Math.min(63, Long.numberOfTrailingZeros(order));
    }
}
