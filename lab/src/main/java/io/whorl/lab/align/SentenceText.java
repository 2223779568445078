package io.whorl.lab.align;

import io.whorl.text.WordStemmer;
import java.nio.charset.StandardCharsets;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text as sentences of stemmed words, and as words with their places. */
final class SentenceText {
    /** A sentence with fewer words is joined to the next one. */
    private static final int LEAST_WORDS = 3;
    /** A word is a run of letters and digits, or one letter of a script without spaces. */
    private static final Pattern WORD = Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}]"
            + "|[\\p{L}\\p{M}\\p{N}&&[^\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}]]+");

    /**
     * A sentence.
     *
     * @param from first code point
     * @param to the code point after the last one
     * @param counts how often it has each stem
     */
    record Sentence(int from, int to, Map<String, Integer> counts) {}

    /** A word in lower case, with its code points. */
    record Word(String text, int from, int to) {}

    final List<Sentence> sentences = new ArrayList<>();
    final List<Word> words = new ArrayList<>();

    /** @param language of the stemmer; without one, words are not stemmed */
    SentenceText(String text, Optional<String> language) {
        Optional<WordStemmer> stemmer = language.map(WordStemmer::new);
        BreakIterator breaks = BreakIterator.getSentenceInstance(Locale.ROOT);
        breaks.setText(text);
        Matcher matcher = WORD.matcher(text);
        int at = 0;
        int codePoint = 0;
        int wordsOfSentence = 0;
        int start = 0;
        Map<String, Integer> counts = new HashMap<>();
        for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
            matcher.region(at, end);
            int charAt = at;
            while (matcher.find()) {
                codePoint += text.codePointCount(charAt, matcher.start());
                int length = matcher.end() - matcher.start();
                int codePoints = text.codePointCount(matcher.start(), matcher.start() + length);
                String word = matcher.group().toLowerCase(Locale.ROOT);
                words.add(new Word(word, codePoint, codePoint + codePoints));
                counts.merge(stemmed(word, stemmer), 1, Integer::sum);
                wordsOfSentence++;
                codePoint += codePoints;
                charAt = matcher.end();
            }
            codePoint += text.codePointCount(charAt, end);
            at = end;
            if (wordsOfSentence >= LEAST_WORDS) {
                sentences.add(new Sentence(start, codePoint, counts));
                counts = new HashMap<>();
                wordsOfSentence = 0;
                start = codePoint;
            }
        }
        if (wordsOfSentence > 0) {
            sentences.add(new Sentence(start, codePoint, counts));
        }
    }

    private static String stemmed(String word, Optional<WordStemmer> stemmer) {
        if (stemmer.isEmpty()) {
            return word;
        }
        byte[] utf8 = word.getBytes(StandardCharsets.UTF_8);
        return new String(stemmer.get().stem(utf8, 0, utf8.length), StandardCharsets.UTF_8);
    }
}
