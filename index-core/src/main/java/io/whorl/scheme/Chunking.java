package io.whorl.scheme;

import io.whorl.internal.Ranges;
import java.util.OptionalInt;

/**
 * How a sequence of units becomes a sequence of chunks (COPS 3.1, COMBINE(n, step, unit); docs/DEFINITIONS.md, Chunks).
 *
 * @param unit the element that chunks consist of
 * @param granularity the number of units in a chunk, 1 to 1,000; must be 1 if {@code breakpoints} is present
 * @param step the number of units from the start of one chunk to the start of the next, 1 to 1,000,000; must be 1 if
 *     {@code breakpoints} is present
 * @param order whether the order of the units in a chunk matters
 * @param breakpoints K of COPS 4.2 D, 2 to 1,000,000: a unit whose own hash is 0 modulo K ends the chunk
 */
public record Chunking(Unit unit, int granularity, int step, Order order, OptionalInt breakpoints) {

    /** The element that chunks consist of. Characters are the code points of the folded words, joined by one space. */
    public enum Unit {
        WORD,
        SENTENCE,
        PARAGRAPH,
        CHAR
    }

    /** Units are hashed in sequence, or sorted by their bytes first, so that swapped words still match. */
    public enum Order {
        SEQUENCE,
        BAG
    }

    public Chunking {
        Ranges.check("granularity", granularity, 1, 1_000);
        Ranges.check("step", step, 1, 1_000_000);
        breakpoints.ifPresent(k -> Ranges.check("breakpoints", k, 2, 1_000_000));
    }

    /** True if a last chunk of fewer than {@code granularity} units is kept (HZ 7, COPS 3.1). */
    public boolean keepsShortTail() {
        return step == granularity;
    }
}
