package io.whorl.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class RzLeadTest {
    @Property
    void eachLeadLeadsToTheSeed(@ForAll long seed) {
        check(seed);
    }

    @Property(tries = 500)
    void seedsWithFewBitsHaveLeads(@ForAll @LongRange(min = -256, max = 256) long seed) {
        check(seed);
        check(Long.reverse(seed));
    }

    private static void check(long seed) {
        RzSlidingHash.RzLead lead = new RzSlidingHash.RzLead(seed);
        for (int length = 0; length < Long.BYTES; length++) {
            long state = lead.states()[length];
            for (int i = 0; i < length; i++) {
                state = RzHash.step(state, (int) (lead.bytes()[length] >>> Byte.SIZE * i) & 0xFF);
            }
            assertEquals(seed, state, "after " + length);
            assertEquals(0, lead.bytes()[length] >>> Byte.SIZE * length, "bytes beyond " + length);
        }
    }
}
