package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.InvalidSchemeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tartarus.snowball.SnowballStemmer;

class StemmersTest {
    @Test
    void refusesUnknownLanguagesAndNamesTheKnown() {
        String message = assertThrows(InvalidSchemeException.class,
                () -> WordReader.of(Rules.with(b -> b.stem("klingon")), false)).getMessage();
        assertTrue(message.contains("klingon") && message.contains("danish, dutch, english"), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "danish", "dutch", "english", "finnish", "french", "german", "hungarian", "italian", "norwegian", "porter",
        "portuguese", "romanian", "russian", "spanish", "swedish", "turkish"
    })
    void stemsAnyWord(String language) {
        Random random = new Random(7);
        String letters = "abcdefghijklmnopqrstuvwxyzaeiouyaeiouåäöøæéèàâêîôûçñãõßüőűăîșțıığşабвгдежзийклмнопрстуфхцчшщъыьэюя#7";
        List<String> words = new ArrayList<>();
        for (int n = 0; n < 10_000; n++) {
            StringBuilder word = new StringBuilder();
            for (int i = random.nextInt(n % 100 == 0 ? 200 : 12); i >= 0; i--) {
                word.append(letters.charAt(random.nextInt(letters.length())));
            }
            words.add(word.toString());
        }
        SnowballStemmer stemmer = Stemmers.of(language);
        List<String> expected = words.stream().map(w -> stem(stemmer, w)).filter(s -> !s.isEmpty()).toList();
        WordBlock block = block(words);
        Stemming stemming = new Stemming(Stemmers.of(language));
        stemming.apply(block);
        assertEquals(expected, texts(block));
    }

    @Test
    void dropsWordsOfWhichNothingIsLeftAndKeepsTheirBreaks() {
        Stemming stemming = new Stemming(new Doubling());
        WordBlock block = block(List.of("gone", "a", "bc", "gone"));
        block.breaks = new byte[] {3, 0, 0, 1};
        stemming.apply(block);
        assertEquals(List.of("aa", "bcbc"), texts(block));
        assertEquals(List.of(3, 0), List.of((int) block.breaks[0], (int) block.breaks[1]));
        WordBlock next = block(List.of("d"));
        stemming.apply(next);
        assertEquals(1, next.breaks[0], "the last word's break, in the block after it");
    }

    /** Longer stems than words, or none. */
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
            out.add(new String(block.bytes, block.start(k), block.end[k] - block.start(k),
                    java.nio.charset.StandardCharsets.UTF_8));
        }
        return out;
    }
}
