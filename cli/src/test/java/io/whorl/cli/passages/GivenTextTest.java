package io.whorl.cli.passages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GivenTextTest {
    private final List<Integer> results = new ArrayList<>();

    private static String masked(String template, String text) {
        GivenText given = new GivenText(List.of(utf8(template)));
        byte[] bytes = utf8(text);
        byte[] masked = GivenText.masked(bytes, given.in(bytes));
        assertEquals(bytes.length, masked.length);
        String result = new String(masked, StandardCharsets.UTF_8);
        assertEquals(text.codePointCount(0, text.length()), result.codePointCount(0, result.length()));
        return result;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void sequencesOfFiveWordsBecomeBlanks() {
        assertEquals(
                "My answer: " + " ".repeat("what  dogs, EAT and why".length()) + ". Yes!",
                masked("Say what dogs eat and why", "My answer: what  dogs, EAT and why. Yes!"));
    }

    @Test
    void shorterSequencesStay() {
        assertEquals("what dogs eat and", masked("Say what dogs eat and why", "what dogs eat and"));
        assertEquals("one two", masked("one two", "one two"));
    }

    @Test
    void longerCharactersBecomeBlanksOfTheirLength() {
        assertEquals(
                "a \u00a0\u00a0 \u2003\u2003\ud83d\uddf5   b",
                masked("éé \u4e00\u4e8c\ud840\udc00 z.", "a éé \u4e00\u4e8c\ud840\udc00 z b"));
    }

    @Test
    void malformedBytesStay() {
        GivenText given = new GivenText(List.of(utf8("a b c d e")));
        byte[] text = {'a', ' ', 'b', (byte) 0xe2, 'c', ' ', 'd', ' ', 'e', ' ', (byte) 0xff};
        byte[] expected = {' ', ' ', ' ', (byte) 0xe2, ' ', ' ', ' ', ' ', ' ', ' ', (byte) 0xff};
        assertArrayEquals(expected, GivenText.masked(text, given.in(text)));
    }

    @Test
    void equivalentTextIsTheSame() {
        assertEquals("", masked("a b c d caf\u00e9", "a b c d cafe\u0301").replaceAll("[ \u00a0]", ""));
    }

    private void run(Iterable<Integer> inputs) throws IOException {
        OrderedTasks.run(inputs, 2, n -> n * n, (n, square) -> results.add(square));
    }

    @Test
    void resultsAreInTheOrderOfTheInputs() throws IOException {
        run(() -> IntStream.range(0, 1_000).iterator());
        assertEquals(IntStream.range(0, 1_000).map(n -> n * n).boxed().toList(), results);
    }

    @Test
    void anInputThatCannotBeReadFailsAfterTheResultsBeforeIt() {
        UncheckedIOException failure = new UncheckedIOException(new IOException("unreadable"));
        Iterator<Integer> inputs = new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Integer next() {
                if (next == 3) {
                    throw failure;
                }
                return next++;
            }
        };
        assertSame(failure, assertThrows(UncheckedIOException.class, () -> run(() -> inputs)));
        assertEquals(List.of(0, 1, 4), results);
    }
}
