package io.whorl.align;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An alignment that reaches a limit says so. */
class AlignmentLimitsTest {
    private static final int GAP = 20;

    @Test
    void tooManySeedsAreReported() {
        PreparedText text = Aligner.of(AlignmentOptions.DEFAULT)
                .prepare("granite lighthouse keepers polished copper lanterns nightly ".repeat(8));
        Pair pair = new Pair(text, text);
        Seeds all = new Seeds(3, 8);
        int points = all.of(pair).length;
        assertTrue(points > 1_000);
        assertFalse(all.limited);
        Seeds some = new Seeds(3, 8, 100);
        assertTrue(some.of(pair).length < points);
        assertTrue(some.limited);
    }

    /** Points on a spiral: only the outermost one can be cut off, in turn by one order and by the other. */
    private static long[] spiral(int count) {
        List<Long> points = new ArrayList<>();
        int high = 1_000_000;
        int[] edge = {high, high};
        for (int k = 0; k < count; k++) {
            int far = k % 2;
            int near = 1 - far;
            edge[far] += GAP + 1;
            // The point is beyond all others in one order, and closes the gap before the last point in the other.
            int other = k == 0 ? high : edge[near] - GAP / 2;
            points.add(far == 0 ? (long) edge[0] << 32 | other : (long) other << 32 | edge[1]);
        }
        Collections.reverse(points);
        return points.stream().mapToLong(p -> p).toArray();
    }

    @Test
    void groupsThatAreCutTooOftenAreReported() {
        PassageSearch.Clusters few = new PassageSearch.Clusters(GAP, 1);
        assertEquals(300, few.of(spiral(300)).size());
        assertFalse(few.limited);
        PassageSearch.Clusters many = new PassageSearch.Clusters(GAP, 1);
        assertTrue(many.of(spiral(2_000)).size() < 2_000);
        assertTrue(many.limited);
    }
}
