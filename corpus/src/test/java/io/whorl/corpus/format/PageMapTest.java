package io.whorl.corpus.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.PageMap.Kind;
import io.whorl.corpus.format.PageMap.Pages;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.function.Executable;

class PageMapTest {
    /** Compares with the page of each code point. */
    @Property(tries = 400)
    void pagesAreTheLeastAndTheGreatestOfTheCodePoints(
            @ForAll @Size(max = 8) List<@IntRange(max = 4) Integer> lengths,
            @ForAll @Size(min = 8, max = 8) List<@IntRange(max = 3) Integer> pages,
            @ForAll Kind kind,
            @ForAll @IntRange(max = 20) int start,
            @ForAll @IntRange(min = 1, max = 20) int length) {
        int[] starts = new int[lengths.size()];
        int[] numbers = new int[starts.length];
        int[] pageOf = new int[50];
        int at = 2;
        for (int i = 0; i < starts.length; i++) {
            starts[i] = at;
            numbers[i] = pages.get(i);
            at += lengths.get(i);
            Arrays.fill(pageOf, starts[i], pageOf.length, numbers[i]);
        }
        PageMap map = PageMap.of(kind, starts, numbers);
        int[] known = IntStream.range(start, start + length)
                .map(i -> pageOf[i])
                .filter(page -> page > 0)
                .sorted()
                .toArray();
        Optional<Pages> expected =
                known.length == 0 ? Optional.empty() : Optional.of(new Pages(kind, known[0], known[known.length - 1]));
        assertEquals(expected, map.pages(start, start + length));
        PageMap again = PageMap.of(map.toBytes());
        assertEquals(expected, again.pages(start, start + length));
        assertEquals(map.isEmpty() ? PageMap.NONE : map, again);
    }

    @Example
    void wrongArgumentsAreNamed() {
        assertRefused("2 starts and 1 numbers", () -> PageMap.of(Kind.PAGE, new int[2], new int[1]));
        assertRefused("part 1 begins at 3", () -> PageMap.of(Kind.PAGE, new int[] {4, 3}, new int[2]));
        assertRefused("is on page -1", () -> PageMap.of(Kind.PAGE, new int[1], new int[] {-1}));
        assertRefused("the part is 4 to 4", () -> PageMap.NONE.pages(4, 4));
        assertRefused("the part is -1 to 4", () -> PageMap.NONE.pages(-1, 4));
        assertRefused("the map has 2 bytes", () -> PageMap.of(new byte[2]));
        assertRefused("the first of which is 7", () -> PageMap.of(new byte[] {7, 0, 0, 0, 0, 0, 0, 0, 1}));
        assertRefused("the pages are 3 to 2", () -> new Pages(Kind.PAGE, 3, 2));
    }

    private static void assertRefused(String message, Executable call) {
        String found = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(found.contains(message), found);
    }
}
