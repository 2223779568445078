package io.whorl.cli.passages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.PreparedText;
import io.whorl.cli.passages.QueryPassages.XxHash64;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts that passages are found in, and the files that hold passages. */
class GivenTextTest {
    private final List<Integer> results = new ArrayList<>();

    @TempDir
    private Path directory;

    private static final Aligner ALIGNER = Aligner.of(AlignmentOptions.DEFAULT);

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

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void namesThatAreLongInBytesAreCut() throws IOException {
        String a = "\u6587".repeat(80) + ".txt";
        String b = "\u66f8".repeat(80) + ".txt";
        PanXml xml = PanXml.in(directory);
        xml.pair(a, b, List.of());
        xml.pair(a, b, List.of());
        xml.text("\ud842\udfb7".repeat(120), List.of());
        assertEquals(3, names().size());
        for (String name : names()) {
            assertTrue(name.getBytes(StandardCharsets.UTF_8).length <= 255, name);
            assertTrue(Files.readString(directory.resolve(name)).contains("<document reference=\""), name);
        }
    }

    /** XML cannot hold most control characters, not even as references. */
    @Test
    void idsWithControlCharactersStayDifferent() throws IOException {
        PanXml xml = PanXml.in(directory);
        xml.text("a\u0001", List.of());
        xml.text("a\u0002", List.of());
        String all = "";
        for (String name : names()) {
            all += Files.readString(directory.resolve(name));
        }
        assertTrue(all.contains("reference=\"a\\u0001\"") && all.contains("reference=\"a\\u0002\""), all);
    }

    @Test
    void otherNamesAreThoseOfTheTexts() throws IOException {
        PanXml xml = PanXml.in(directory);
        xml.pair("x/a.txt", "y/b.txt", List.of());
        xml.pair("z/A.txt", "b.txt", List.of());
        xml.text("n".repeat(250), List.of());
        assertEquals(List.of("A-b-2.xml", "a-b.xml", "n".repeat(100) + ".xml"), names());
    }

    private static byte[] text(String words) {
        return words.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void theTextsUsedLastAreKept() {
        PairAlignment.PreparedTexts texts = new PairAlignment.PreparedTexts(ALIGNER, 20);
        byte[] first = text("one two ab");
        byte[] second = text("three four");
        byte[] third = text("five six a");
        PreparedText ofFirst = texts.of(first);
        PreparedText ofSecond = texts.of(second);
        assertEquals(3, ofFirst.words());
        assertSame(ofFirst, texts.of(first));
        PreparedText ofThird = texts.of(third);
        assertSame(ofFirst, texts.of(first));
        assertSame(ofThird, texts.of(third));
        assertNotSame(ofSecond, texts.of(second));
    }

    @Test
    void aTextThatIsTooLongIsNotKept() {
        PairAlignment.PreparedTexts texts = new PairAlignment.PreparedTexts(ALIGNER, 20);
        byte[] small = text("one two");
        PreparedText kept = texts.of(small);
        byte[] large = text("three four five six seven");
        assertNotSame(texts.of(large), texts.of(large));
        assertSame(kept, texts.of(small));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0, ef46db3751d8e999",
        "a, 0, d24ec4f1a98c6e5b",
        "abc, 0, 44bc2cf5ad770999",
        "ABC, 42, 38fa6e9192581dcb",
        "samples/documents/tea.light.txt and more of them, 42, 85ed597971aee2a6",
        "'Grüße aus der Universität Köln, 4 und mehr Zeichen', 7, 3df9b156fe721af3"
    })
    void valuesAreThoseOfTheReferenceImplementation(String text, long seed, String expected) {
        assertEquals(expected, String.format("%016x", XxHash64.of(text, seed)));
    }
}
