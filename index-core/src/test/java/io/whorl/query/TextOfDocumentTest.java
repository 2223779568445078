package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Snapshot#isTextOf} against a comparison of whole fingerprints. */
class TextOfDocumentTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"full", "mod", "min-s", "mod-by-size", "winnowing"})
    void aTextIsThatOfADocumentIfTheFingerprintsAreEqual(String selection) throws IOException {
        Scheme scheme = Scheme.builder().selection(Selection.of(selection)).build();
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        Set<Boolean> answers = new HashSet<>();
        for (int seed = 1; seed <= 4; seed++) {
            try (RandomParts r = new RandomParts(scheme, seed, 2, 2, 10, seed % 2 == 0 ? 50 : 0);
                    Snapshot snapshot = Snapshot.of(r.parts)) {
                Set<byte[]> texts = new LinkedHashSet<>(r.living.values());
                texts.addAll(r.dead.values());
                for (Map.Entry<String, byte[]> document : r.living.entrySet()) {
                    Fingerprint own = fingerprinter.fingerprint(document.getValue());
                    for (byte[] text : texts) {
                        Fingerprint other = fingerprinter.fingerprint(text);
                        boolean same = own.words() == other.words() && Arrays.equals(own.toArray(), other.toArray());
                        assertEquals(same, snapshot.isTextOf(document.getKey(), text), document.getKey());
                        answers.add(same);
                    }
                }
                for (Map.Entry<String, byte[]> gone : r.dead.entrySet()) {
                    assertFalse(snapshot.isTextOf(gone.getKey(), gone.getValue()), gone.getKey());
                }
            }
        }
        assertEquals(Set.of(true, false), answers);
    }

    @Test
    void anyChangedWordIsNoticedButCaseAndPunctuationAreNot() throws IOException {
        String text = "the quick brown fox jumps over the lazy dog while nine cats sleep in the warm sun";
        try (IndexBuilder builder =
                IndexBuilder.create(directory.resolve("index"), Scheme.builder().build(), BuildOptions.DEFAULT)) {
            builder.add("fox", text);
            builder.add("empty", "");
            builder.finish();
        }
        try (Snapshot snapshot = Snapshot.open(directory.resolve("index"))) {
            assertTrue(snapshot.isTextOf("fox", utf8(text)));
            assertTrue(snapshot.isTextOf("fox", utf8("The Quick" + text.substring(9) + "!")));
            for (String word : text.split(" ")) {
                assertFalse(snapshot.isTextOf("fox", utf8(text.replaceFirst("\\b" + word + "\\b", "zebra"))), word);
                assertFalse(snapshot.isTextOf("fox", utf8(text.replaceFirst("\\b" + word + "\\b ?", ""))), word);
            }
            assertFalse(snapshot.isTextOf("fox", utf8(text + " again")));
            assertTrue(snapshot.isTextOf("empty", utf8(" ... ")));
            assertFalse(snapshot.isTextOf("empty", utf8("word")));
            assertFalse(snapshot.isTextOf("wolf", utf8(text)));
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
