package io.whorl.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.LimitExceededException;
import org.junit.jupiter.api.Test;

class ListNumbersTest {
    @Test
    void listsAreNumberedInTheOrderOfTheirFirstUseUpToTheLimit() {
        FoundMinutiae.ListNumbers lists = new FoundMinutiae.ListNumbers(1_000);
        for (int i = 0; i < 1_000; i++) {
            assertEquals(i, lists.add(i * 97L));
        }
        assertEquals(5, lists.add(5 * 97));
        assertEquals(1_000, lists.size());
        assertEquals(7 * 97, lists.place(7));
        LimitExceededException e = assertThrows(LimitExceededException.class, () -> lists.add(1_000_000));
        assertEquals(1_001, e.value());
        assertEquals(1_000, e.most());
    }
}
