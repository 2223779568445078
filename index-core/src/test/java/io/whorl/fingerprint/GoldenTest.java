package io.whorl.fingerprint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.scheme.Scheme;
import io.whorl.text.WordBlock;
import io.whorl.text.WordReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Pins the fingerprints of one text by many schemes of version 1, because indexes store them. If a test fails, the
 * meaning of stored indexes has changed: raise {@link Scheme#CURRENT} instead of changing the vectors.
 */
class GoldenTest {
    private static final String TEXT = resource("golden.txt");
    private static final Map<String, String> GOLDEN = golden();
    private static final int LANGUAGES = 15;

    /** For each text: the language, the text, its words and its minutiae. */
    private static final List<String[]> WORDS_OF_LANGUAGES = wordsOfLanguages();

    @Test
    void everySchemeIsPinned() {
        assertEquals(Schemes.all().keySet(), GOLDEN.keySet());
    }

    @TestFactory
    List<DynamicTest> fingerprintsArePinned() {
        return Schemes.all().entrySet().stream()
                .map(e -> DynamicTest.dynamicTest(
                        e.getKey(), () -> assertEquals(GOLDEN.get(e.getKey()), line(Fingerprinter.of(e.getValue())))))
                .toList();
    }

    /**
     * The selection in full, the counts, the number of minutiae, the first eight in hexadecimal with their frequency if
     * above 1, and the SHA-256 of all of them in this form.
     */
    static String line(Fingerprinter fingerprinter) {
        Fingerprint f = fingerprinter.fingerprint(TEXT);
        DocumentCounts c = f.counts;
        List<String> minutiae = IntStream.range(0, f.size())
                .mapToObj(i -> Long.toHexString(f.minutia(i)) + (f.frequency(i) == 1 ? "" : "*" + f.frequency(i)))
                .toList();
        return String.join(
                "\t",
                fingerprinter.scheme().selection().toString(),
                c.words() + " " + c.units() + " " + c.chunks() + " " + c.malformed(),
                Integer.toString(f.size()),
                String.join(" ", minutiae.subList(0, Math.min(8, f.size()))),
                sha256(String.join(" ", minutiae)));
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, String> golden() {
        Map<String, String> lines = new LinkedHashMap<>();
        for (String line : resource("golden.tsv").lines().toList()) {
            int tab = line.indexOf('\t');
            lines.put(line.substring(0, tab), line.substring(tab + 1));
        }
        return lines;
    }

    private static String resource(String name) {
        try (InputStream in = GoldenTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // Pins the words and minutiae of the default scheme, version 1, in many languages. As in {@link GoldenTest},
    // raise {@link Scheme#CURRENT} instead of changing the vectors.

    @TestFactory
    List<DynamicTest> wordsAndMinutiaeArePinned() {
        return WORDS_OF_LANGUAGES.stream()
                .map(line -> DynamicTest.dynamicTest(line[0], () -> {
                    assertEquals(line[2], words(line[1], false));
                    assertEquals(line[2], words(line[1], true));
                    assertEquals(line[3], minutiae(line[1]));
                }))
                .toList();
    }

    @Test
    void decomposedTextsHaveTheSameMinutiae() {
        for (int i = 1; i < WORDS_OF_LANGUAGES.size(); i++) {
            if (WORDS_OF_LANGUAGES.get(i)[0].endsWith(", decomposed")) {
                assertEquals(
                        WORDS_OF_LANGUAGES.get(i - 1)[3],
                        WORDS_OF_LANGUAGES.get(i)[3],
                        WORDS_OF_LANGUAGES.get(i)[0]);
            }
        }
        long languages = WORDS_OF_LANGUAGES.stream()
                .filter(line -> !line[0].contains(","))
                .count();
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

    private static List<String[]> wordsOfLanguages() {
        try (InputStream in = GoldenTest.class.getResourceAsStream("languages.tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(l -> l.split("\t"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
