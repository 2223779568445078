package io.whorl.lucene.analysis;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.SchemeException;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lucene.Texts;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.LowerCaseFilter;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.junit.jupiter.api.Test;

class MinutiaTermsTest {
    private static final Scheme WINNOWED = Scheme.builder()
            .granularity(3)
            .selection("winnowing", Map.of("w", "4"))
            .build();
    private static final Scheme MOD = Scheme.builder()
            .granularity(2)
            .selection("mod", Map.of("m", "3"))
            .bits(63)
            .build();

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
