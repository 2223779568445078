package io.whorl.text;

import io.whorl.scheme.TextRules;
import io.whorl.scheme.TextRules.Apostrophe;
import io.whorl.scheme.TextRules.Numbers;
import io.whorl.scheme.TextRules.Words;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the words of a text slowly, by the definitions: the whole text at once, with regular expressions on a string
 * that has one letter for the class of each code point. Shares only the character table with the code under test.
 */
final class ReferenceWords {
    /** l letter, s letter of a script without spaces, d digit, m mark, a apostrophe, p full stop or comma. */
    private static final String NUMBER = "d[dm]*(?:pd[dm]*)*";

    record Word(String text, int breaks) {}

    private record Placed(String text, int sentence, int paragraph) {}

    private final TextRules rules;
    private final int[] text;
    private final String classes;
    private final ReferenceSentences sentences;

    private ReferenceWords(TextRules rules, int[] text) {
        this.rules = rules;
        this.text = text;
        this.classes = Arrays.stream(text).mapToObj(ReferenceWords::symbol).collect(Collectors.joining());
        this.sentences = new ReferenceSentences(text);
    }

    static List<Word> of(TextRules rules, boolean structure, String text) {
        int[] read = text.codePoints().flatMap(ReferenceCharacters::read).toArray();
        List<Word> words = new ReferenceWords(rules, read).words();
        return structure ? words : words.stream().map(w -> new Word(w.text, 0)).toList();
    }

    private static String symbol(int cp) {
        return switch (CharacterTable.classOf(cp)) {
            case CharacterTable.LETTER -> "l";
            case CharacterTable.SPACELESS -> "s";
            case CharacterTable.DIGIT -> "d";
            case CharacterTable.MARK -> "m";
            default -> cp == '\'' || cp == 0x2019 ? "a" : cp == '.' || cp == ',' ? "p" : "-";
        };
    }

    private Pattern pattern() {
        boolean join = rules.apostrophe() == Apostrophe.JOIN;
        String letters = join ? "l[lm]*(?:al[lm]*)*" : "l[lm]*";
        if (rules.words() == Words.ALPHABETIC) {
            return Pattern.compile("sm*|" + (rules.numbers() == Numbers.SYMBOL ? letters + "|" + NUMBER : letters));
        }
        String digits = rules.numbers() == Numbers.SYMBOL ? NUMBER : "d[dm]*";
        return Pattern.compile("sm*|(?:" + letters + "|" + digits + ")+");
    }

    private List<Word> words() {
        List<Placed> all = new ArrayList<>();
        Matcher matcher = pattern().matcher(classes);
        while (matcher.find()) {
            for (String piece : ReferenceCharacters.pieces(canonical(matcher.start(), matcher.end()))) {
                int at = matcher.start();
                all.add(new Placed(piece, sentences.sentenceOf(at), sentences.paragraphOf(at)));
            }
        }
        Map<Integer, Long> lengths =
                all.stream().collect(Collectors.groupingBy(Placed::sentence, Collectors.counting()));
        List<Word> out = new ArrayList<>();
        Placed previous = null;
        for (Placed word : all) {
            String survivor = lengths.get(word.sentence) < rules.minSentence() ? "" : survivor(word.text);
            if (!survivor.isEmpty()) {
                out.add(new Word(survivor, breaks(previous, word)));
                previous = word;
            }
        }
        return out;
    }

    private static int breaks(Placed previous, Placed word) {
        if (previous == null || previous.paragraph != word.paragraph) {
            return WordBlock.PARAGRAPH | WordBlock.SENTENCE;
        }
        return previous.sentence != word.sentence ? WordBlock.SENTENCE : 0;
    }

    /** Applies the rule for numbers. The result is neither composed nor folded. */
    private String canonical(int from, int to) {
        String shape = classes.substring(from, to);
        StringBuilder out = new StringBuilder();
        Matcher number = Pattern.compile(NUMBER).matcher(shape);
        for (int i = 0; i < shape.length(); ) {
            if (rules.numbers() == Numbers.SYMBOL && shape.charAt(i) == 'd' && number.find(i)) {
                out.append('#');
                i = number.end();
            } else {
                if (shape.charAt(i) != 'a') {
                    out.appendCodePoint(text[from + i]);
                }
                i++;
            }
        }
        return out.toString();
    }

    /** The surviving word, or nothing. */
    private String survivor(String read) {
        String word = rules.unmask() ? ReferenceCharacters.unmasked(read) : read;
        boolean digit = word.codePoints().anyMatch(cp -> CharacterTable.classOf(cp) == CharacterTable.DIGIT);
        if (rules.numbers() == Numbers.DROP && digit
                || word.codePointCount(0, word.length()) < rules.minWord()
                || rules.stop().contains(word)) {
            return "";
        }
        if (rules.stem().isEmpty() || word.getBytes(StandardCharsets.UTF_8).length > 256) {
            return word;
        }
        var stemmer = WordStemmer.Stemmers.of(rules.stem().get());
        stemmer.setCurrent(word);
        stemmer.stem();
        return stemmer.getCurrent();
    }
}
