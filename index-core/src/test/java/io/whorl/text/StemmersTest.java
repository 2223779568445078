package io.whorl.text;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.SchemeException;
import io.whorl.text.snowball.SnowballStemmer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StemmersTest {
    private static final String[] ENDINGS = {
        "", "", "ation", "ing", "es", "heiten", "isme", "mente", "ості", "ого", "lar", "ssa", "igheden", "ului", "ének",
        "'s"
    };

    @Test
    void unknownLanguagesAreRefusedWithAListOfTheKnown() {
        String message = assertReason(
                        SchemeException.Reason.INVALID,
                        () -> WordReader.of(Reading.rules(b -> b.stem("klingon")), false))
                .getMessage();
        assertTrue(message.contains("klingon") && message.contains("danish, dutch, english"), message);
    }

    /** If a digest changes, the meaning of stored fingerprints has changed: raise the scheme version, or undo it. */
    @ParameterizedTest
    @CsvSource({
        "danish, dcfa5bab",
        "dutch, eb17ee80",
        "english, 5255def5",
        "finnish, ca498a48",
        "french, ebbe29c6",
        "german, 2daf98e6",
        "hungarian, 574ab594",
        "italian, f3a3146c",
        "norwegian, 7f23316e",
        "porter, b07b8d8c",
        "portuguese, 7a6693ac",
        "romanian, 94051164",
        "russian, 316163be",
        "spanish, 5a6ee242",
        "swedish, b5c14e05",
        "turkish, 1831bd7e"
    })
    void stemsMatchStoredFingerprints(String language, String digest) {
        List<String> words = words(10_000);
        SnowballStemmer stemmer = WordStemmer.Stemmers.of(language);
        List<String> expected = words.stream()
                .map(w -> stem(stemmer, w))
                .filter(s -> !s.isEmpty())
                .toList();
        WordBlock block = block(words);
        new WordStemmer.Stemming(WordStemmer.Stemmers.of(language)).apply(block);
        assertEquals(expected, texts(block));
        CRC32C crc = new CRC32C();
        crc.update(Texts.utf8(String.join(" ", expected)));
        assertEquals(digest, Long.toHexString(crc.getValue()));
    }

    @Test
    void veryLongWordsAreNotStemmed() {
        WordStemmer.Stemming stemming = new WordStemmer.Stemming(WordStemmer.Stemmers.of("english"));
        WordBlock block = block(List.of("a".repeat(253) + "ing", "a".repeat(254) + "ing"));
        stemming.apply(block);
        assertEquals(List.of("a".repeat(253), "a".repeat(254) + "ing"), texts(block));
    }

    private static List<String> words(int count) {
        Random random = new Random(7);
        String letters =
                "abcdefghijklmnopqrstuvwxyzaeiouyaeiouåäöøæéèàâêîôûçñãõßüőűăîșțıığşабвгдежзийклмнопрстуфхцчшщъыьэюя#7";
        List<String> words = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            StringBuilder word = new StringBuilder();
            for (int i = random.nextInt(n % 100 == 0 ? 100 : 12); i >= 0; i--) {
                word.append(letters.charAt(random.nextInt(letters.length())));
            }
            words.add(word + ENDINGS[n % ENDINGS.length]);
        }
        return words;
    }

    @Test
    void wordsWithEmptyStemsAreDroppedAndTheirBreaksKept() {
        WordStemmer.Stemming stemming = new WordStemmer.Stemming(new Doubling());
        WordBlock block = block(List.of("gone", "a", "bc", "gone"));
        block.breaks = new byte[] {3, 0, 0, 1};
        stemming.apply(block);
        assertEquals(List.of("aa", "bcbc"), texts(block));
        assertEquals(List.of(3, 0), List.of((int) block.breaks[0], (int) block.breaks[1]));
        WordBlock next = block(List.of("d"));
        stemming.apply(next);
        assertEquals(1, next.breaks[0], "the last word's break, in the block after it");
    }

    /** Returns stems that are longer than the words, or empty. */
    private static final class Doubling extends SnowballStemmer {
        @Override
        public boolean stem() {
            String word = getCurrent();
            setCurrent(word.equals("gone") ? "" : word.repeat(2));
            return true;
        }
    }

    private static String stem(SnowballStemmer stemmer, String word) {
        stemmer.setCurrent(word);
        stemmer.stem();
        return stemmer.getCurrent();
    }

    private static WordBlock block(List<String> words) {
        WordBlock block = new WordBlock();
        for (String word : words) {
            byte[] utf8 = Texts.utf8(word + " ");
            block.reserve(1, utf8.length);
            int start = block.start(block.count);
            System.arraycopy(utf8, 0, block.bytes, start, utf8.length);
            block.end[block.count++] = start + utf8.length - 1;
        }
        return block;
    }

    private static List<String> texts(WordBlock block) {
        List<String> out = new ArrayList<>();
        for (int k = 0; k < block.count; k++) {
            out.add(new String(block.bytes, block.start(k), block.end[k] - block.start(k), StandardCharsets.UTF_8));
        }
        return out;
    }
}
