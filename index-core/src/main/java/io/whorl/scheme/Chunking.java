package io.whorl.scheme;

import io.whorl.internal.Ranges;
import java.util.OptionalInt;

/**
 * How a sequence of units becomes a sequence of chunks (COPS 3.1, COMBINE(n, step, unit); DEFINITIONS, Chunks).
 *
 * @param unit what is counted
 * @param granularity units in a chunk, 1 to 1,000; without meaning where {@code breakpoints} is present (then 1)
 * @param step units from the start of one chunk to the start of the next, 1 to 1,000,000
 * @param order whether the order of the units inside a chunk counts
 * @param breakpoints K of COPS 4.2 D, 2 to 1,000,000: a unit whose own hash is 0 modulo K ends the chunk
 */
public record Chunking(Unit unit, int granularity, int step, Order order, OptionalInt breakpoints) {

    /** What a chunk is made of. Characters are the code points of the folded words joined by one space. */
    public enum Unit {
        WORD,
        SENTENCE,
        PARAGRAPH,
        CHAR
    }

    /** Units hashed in sequence, or sorted by their bytes first so that swapped words still match. */
    public enum Order {
        SEQUENCE,
        BAG
    }

    public Chunking {
        Ranges.check("granularity", granularity, 1, 1_000);
        Ranges.check("step", step, 1, 1_000_000);
        breakpoints.ifPresent(k -> Ranges.check("breakpoints", k, 2, 1_000_000));
    }

    /** Whether a last chunk of fewer than {@code granularity} units is kept (HZ 7, COPS 3.1). */
    public boolean keepsShortTail() {
        return step == granularity;
    }
}
