package io.whorl.lucene.sketch;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.SchemeException;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lucene.Texts;
import io.whorl.lucene.analysis.MinutiaTokenFilter;
import io.whorl.lucene.analysis.MinutiaTokenizer;
import io.whorl.lucene.collapse.FingerprintField;
import io.whorl.lucene.collapse.GroupKeys;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.LowerCaseFilter;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SketchFormatTest {
    private static Scheme scheme(int granularity, int bits, String selection, Map<String, String> parameters) {
        return Scheme.builder()
                .granularity(granularity)
                .selection(selection, parameters)
                .bits(bits)
                .build();
    }

    static List<Scheme> schemes() {
        return List.of(
                scheme(2, 40, "min-s", Map.of("s", "16")),
                scheme(2, 64, "min-s", Map.of("s", "500")),
                scheme(2, 32, "mod", Map.of("m", "4")),
                scheme(3, 47, "winnowing", Map.of("w", "5")),
                scheme(2, 40, "full", Map.of()));
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void sketchesAndExactFingerprintsFollowFromAllMinutiae(Scheme scheme) {
        SketchFormat format = SketchFormat.of(scheme);
        assertEquals(
                format.least() > 0 || scheme.selection().name().equals("full"),
                format.full().isPresent());
        if (format.full().isPresent()) {
            Texts texts = new Texts(new Random(8), 200);
            for (int words : new int[] {0, 1, 10, 17, 18, 700}) {
                String text = texts.text(words);
                assertArrayEquals(
                        format.orders(Fingerprinter.of(scheme).fingerprint(text)),
                        format.sketchOf(Fingerprinter.of(format.full().get()).fingerprint(text)));
            }
        }
    }

    @Test
    void otherBytesAreNotWellFormed() {
        SketchFormat format = SketchFormat.of(schemes().get(0));
        BytesRef sketch = format.encode(new long[] {1, 2, 3});
        assertTrue(format.isWellFormed(sketch));
        assertFalse(format.isWellFormed(new BytesRef(sketch.bytes, 0, sketch.length - 1)));
        assertFalse(format.isWellFormed(new BytesRef(sketch.bytes, 0, SketchFormat.HEADER - 1)));
        assertFalse(format.isWellFormed(new BytesRef()));
        sketch.bytes[0]++;
        assertFalse(format.isWellFormed(sketch));
    }

    @Test
    void schemesWithLevelsAreRefused() {
        Scheme levels = Scheme.builder().selection(Selection.of("mod-by-size")).build();
        SchemeException e = assertReason(SchemeException.Reason.INVALID, () -> SketchFormat.of(levels));
        assertTrue(e.getMessage().contains("mod-by-size"), e.getMessage());
    }

    @Test
    void theIdOfASchemeNeverChanges() {
        Scheme scheme = scheme(3, 40, "min-s", Map.of("s", "64"));
        assertEquals(
                SketchFormat.of(scheme).id(),
                SketchFormat.of(Scheme.fromJson(scheme.toJson())).id());
        assertArrayEquals(
                new long[0],
                SketchFormat.of(scheme).orders(Fingerprinter.of(scheme).fingerprint("")));
    }

    @Test
    void keysDependOnTheSetOnly() {
        long[] orders = new Random(3).longs(64).toArray();
        long[] shuffled = IntStream.range(0, 64).mapToLong(i -> orders[63 - i]).toArray();
        assertArrayEquals(SketchFormat.groupKeys(orders, 16, 2), SketchFormat.groupKeys(shuffled, 16, 2));
        assertEquals(16, SketchFormat.groupKeys(orders, 16, 2).length);
    }

    @Test
    void anEmptySketchHasNoKeys() {
        assertEquals(0, SketchFormat.groupKeys(new long[0], 16, 2).length);
        assertEquals(0, SketchFormat.groupKeys(new long[] {5}, 0, 1).length);
        assertEquals(16, SketchFormat.groupKeys(new long[] {5}, 16, 2).length, "a single order fills all bins");
    }

    /** Sets of 100 with resemblance t share a key about as often as stated: within 0.06 in 1,000 pairs. */
    @Test
    void similarSetsShareAKeyAsOftenAsStated() {
        Random random = new Random(11);
        for (double t : new double[] {0.1, 0.3, 0.5, 0.8}) {
            int shared = (int) Math.round(200 * t / (1 + t));
            int alike = 0;
            for (int i = 0; i < 1_000; i++) {
                long[] a = random.longs(100).toArray();
                long[] b = LongStream.concat(Arrays.stream(a, 0, shared), random.longs(100 - shared))
                        .toArray();
                long[] keys = SketchFormat.groupKeys(b, 16, 2);
                boolean one = Arrays.stream(SketchFormat.groupKeys(a, 16, 2))
                        .anyMatch(k -> Arrays.binarySearch(keys, k) >= 0);
                alike += one ? 1 : 0;
            }
            double stated = 1 - Math.pow(1 - t * t, 16);
            assertTrue(Math.abs(alike / 1_000.0 - stated) < 0.06, t + ": " + alike + " of 1,000, stated " + stated);
        }
    }

    // Fields of documents.

    private static final String TEXT = "we hold these truths to be self evident that all men are created equal";

    @Test
    void aTextGivesOneSketchAndItsKeys() {
        FingerprintField field = FingerprintField.of("versions");
        List<IndexableField> made = field.fields(TEXT);
        assertEquals("versions", made.get(0).name());
        assertEquals(DocValuesType.BINARY, made.get(0).fieldType().docValuesType());
        assertEquals(9 + 12 * 5, made.get(0).binaryValue().length, "12 chunks of 3 words, 40 bits each");
        assertEquals(
                16, made.stream().filter(f -> f.name().equals("versions.keys")).count());
        assertEquals(17, made.size());
    }

    @Test
    void equalTextsGiveEqualFieldsOnAnyThread() {
        FingerprintField field = FingerprintField.of("versions");
        String expected = field.fields(TEXT).toString();
        IntStream.range(0, 50)
                .parallel()
                .forEach(i -> assertEquals(
                        expected,
                        field.fields(TEXT.getBytes(StandardCharsets.UTF_8)).toString()));
    }

    @Test
    void textsWithoutWordsGetASketchWithoutMinutiae() {
        FingerprintField field = FingerprintField.of("versions");
        for (String text : List.of("", " . ")) {
            List<IndexableField> made = field.fields(text);
            assertEquals(1, made.size());
            assertEquals(9, made.get(0).binaryValue().length);
        }
    }

    @Test
    void aFingerprintGivesTheFieldsOfItsText() {
        FingerprintField sketch = FingerprintField.of("versions");
        FingerprintField exact =
                FingerprintField.of("exact", sketch.fullScheme().orElseThrow(), GroupKeys.NONE);
        Fingerprint all = Fingerprinter.of(exact.scheme()).fingerprint(TEXT);
        assertEquals(sketch.fields(TEXT).toString(), sketch.fields(all).toString());
        assertEquals(exact.fields(TEXT).toString(), exact.fields(all).toString());
        Fingerprint own = Fingerprinter.of(sketch.scheme()).fingerprint(TEXT);
        assertEquals(sketch.fields(TEXT).toString(), sketch.fields(own).toString());
        String message = assertReason(SchemeException.Reason.MISMATCH, () -> exact.fields(own))
                .getMessage();
        assertTrue(message.contains(exact.scheme().differences(sketch.scheme())), message);
    }

    @Test
    void keysCanBeLeftOut() {
        FingerprintField field = FingerprintField.of("v", FingerprintField.DEFAULT_SCHEME, GroupKeys.NONE);
        assertEquals(1, field.fields(TEXT).size());
    }

    @Test
    void invalidArgumentsAreRefusedByName() {
        assertTrue(refusal(() -> FingerprintField.of("")).contains("name is empty"));
        assertTrue(refusal(() -> new GroupKeys(257, 1)).contains("bands is 257"));
        assertTrue(refusal(() -> new GroupKeys(1, 0)).contains("rows is 0"));
    }

    private static String refusal(org.junit.jupiter.api.function.Executable call) {
        return assertThrows(IllegalArgumentException.class, call).getMessage();
    }

    // Terms.

    private static final Scheme WINNOWED = scheme(3, 40, "winnowing", Map.of("w", "4"));
    private static final Scheme MOD = scheme(2, 63, "mod", Map.of("m", "3"));

    private static List<String> expected(Scheme scheme, String text) {
        int digits = (scheme.hashing().bits() + 3) / 4;
        return Arrays.stream(Fingerprinter.of(scheme).fingerprint(text).toArray())
                .mapToObj(m -> String.format("%0" + digits + "x", m))
                .toList();
    }

    private static List<String> terms(TokenStream stream, int end) throws IOException {
        List<String> terms = new ArrayList<>();
        CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
        stream.reset();
        while (stream.incrementToken()) {
            terms.add(term.toString());
        }
        stream.end();
        assertEquals(
                end,
                stream.getAttribute(org.apache.lucene.analysis.tokenattributes.OffsetAttribute.class)
                        .endOffset());
        stream.close();
        return terms;
    }

    @Test
    void theTokenizerEmitsTheFingerprintOfTheText() throws IOException {
        Texts texts = new Texts(new Random(5), 1_000);
        for (Scheme scheme : List.of(WINNOWED, MOD)) {
            try (Analyzer analyzer = MinutiaTokenizer.analyzer(scheme)) {
                for (int words : new int[] {0, 1, 2, 7, 5_000, 30}) {
                    String text = texts.text(words).replace(' ', '\n');
                    String given = words == 0 ? "" : text;
                    assertEquals(
                            expected(scheme, given),
                            terms(analyzer.tokenStream("f", new StringReader(given)), given.length()));
                }
            }
        }
    }

    @Test
    void theFilterEmitsTheFingerprintOfTheTokens() throws IOException {
        String text = "Tides RISE and tides fall, and the moon pulls the tides of the sea again and again";
        try (Analyzer analyzer = new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                WhitespaceTokenizer words = new WhitespaceTokenizer();
                return new TokenStreamComponents(words, new MinutiaTokenFilter(new LowerCaseFilter(words), WINNOWED));
            }
        }) {
            for (String given : List.of(text, "", text + " and again")) {
                assertEquals(
                        expected(WINNOWED, given),
                        terms(analyzer.tokenStream("f", new StringReader(given)), given.length()));
            }
        }
    }

    @Test
    void anUnknownSelectionIsRefused() {
        Scheme unknown =
                Scheme.builder().selection(Selection.of("nothing-known")).build();
        assertReason(SchemeException.Reason.INVALID, () -> new MinutiaTokenizer(unknown));
    }
}
