package io.whorl.strategy;

import io.whorl.InvalidSchemeException;
import io.whorl.scheme.Chunking;
import io.whorl.select.SelectionStrategy;
import java.util.Locale;

/** The requirements of strategies on chunks. */
final class ChunkRules {
    private ChunkRules() {}

    /** Strategies that read words and sentences cannot work on chunks of characters or whole sentences. */
    static void requireWords(String strategy, Chunking chunking) {
        if (chunking.unit() != Chunking.Unit.WORD) {
            throw new InvalidSchemeException("selection " + strategy + " needs unit word, and the unit is "
                    + chunking.unit().name().toLowerCase(Locale.ROOT) + "; use unit word or another selection");
        }
    }

    /** The chunks that a strategy works on, see {@link Strategies#chunking}. */
    static Chunking effective(SelectionStrategy strategy, Chunking chunking) {
        if (!strategy.nonOverlapping() || chunking.breakpoints().isPresent()) {
            return chunking;
        }
        int n = chunking.granularity();
        if (chunking.step() != 1 && chunking.step() != n) {
            throw new InvalidSchemeException("selection " + strategy.selection().name()
                    + " steps by the granularity, " + n + ", and the step is " + chunking.step()
                    + "; leave the step out or use another selection");
        }
        return new Chunking(chunking.unit(), n, n, chunking.order(), chunking.breakpoints());
    }
}
