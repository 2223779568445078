package io.whorl.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.scheme.Scheme;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Pins the words and minutiae of the default scheme, version 1, in many languages. As in {@link GoldenTest}, raise
 * {@link Scheme#CURRENT} instead of changing the vectors.
 */
class LanguagesTest {
    private static final int LANGUAGES = 15;
    /** For each text: the language, the text, its words and its minutiae. */
    private static final List<String[]> GOLDEN = golden();

    @TestFactory
    List<DynamicTest> wordsAndMinutiaeArePinned() {
        return GOLDEN.stream()
                .map(line -> DynamicTest.dynamicTest(line[0], () -> {
                    assertEquals(line[2], words(line[1], false));
                    assertEquals(line[2], words(line[1], true));
                    assertEquals(line[3], minutiae(line[1]));
                }))
                .toList();
    }

    @Test
    void decomposedTextsHaveTheSameMinutiae() {
        for (int i = 1; i < GOLDEN.size(); i++) {
            if (GOLDEN.get(i)[0].endsWith(", decomposed")) {
                assertEquals(GOLDEN.get(i - 1)[3], GOLDEN.get(i)[3], GOLDEN.get(i)[0]);
            }
        }
        long languages = GOLDEN.stream().filter(line -> !line[0].contains(",")).count();
        assertEquals(true, languages >= LANGUAGES, languages + " languages");
    }

    static String minutiae(String text) {
        Fingerprint f = Fingerprinter.of(Scheme.builder().build()).fingerprint(text);
        return IntStream.range(0, f.size())
                .mapToObj(i -> Long.toHexString(f.minutia(i)))
                .collect(Collectors.joining(" "));
    }

    static String words(String text, boolean structure) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        WordReader reader = WordReader.of(Scheme.builder().build().text(), structure);
        reader.open(utf8, 0, utf8.length);
        List<String> words = new ArrayList<>();
        WordBlock block = new WordBlock();
        try {
            while (reader.next(block)) {
                for (int k = 0; k < block.count; k++) {
                    int start = block.start(k);
                    words.add(new String(block.bytes, start, block.end[k] - start, StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return String.join(" ", words);
    }

    private static List<String[]> golden() {
        try (InputStream in = LanguagesTest.class.getResourceAsStream("languages.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(l -> l.split("\t"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
