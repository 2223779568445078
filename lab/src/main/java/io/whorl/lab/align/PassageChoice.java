package io.whorl.lab.align;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Chooses passages of a text: 50 to 1,000 words from the start of a sentence, none twice. */
final class PassageChoice {
    private static final double SHORTEST = 50;
    private static final double LONGEST = 1_000;
    private static final double CHARS_OF_WORD = 6.2;
    private static final double LETTERS_OF_WORD = 2;
    private static final double MOST_OF_TEXT = 0.7;
    private static final int LEAST_CHARS = 200;
    private static final int LEAST_LETTERS = 60;
    private static final int ATTEMPTS = 20;

    private final String text;
    private final boolean spaceless;
    private final Random random;
    private final List<Interval> chosen = new ArrayList<>();

    PassageChoice(String text, Random random) {
        this.text = text;
        this.random = random;
        spaceless = Units.isSpaceless(text);
    }

    /** Chars of the text; the end is exclusive. */
    record Interval(int from, int to) {}

    /** Returns a passage that overlaps no earlier one, if one is found soon. Lengths are log-uniform. */
    Optional<Interval> next() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            double words = SHORTEST * Math.pow(LONGEST / SHORTEST, random.nextDouble());
            int length = (int) (words * (spaceless ? LETTERS_OF_WORD : CHARS_OF_WORD));
            if (length > MOST_OF_TEXT * text.length()) {
                continue;
            }
            Interval passage = trimmed(random.nextInt(text.length() - length), length);
            if (passage.to - passage.from >= (spaceless ? LEAST_LETTERS : LEAST_CHARS)
                    && chosen.stream()
                            .noneMatch(other -> Match.overlap(passage.from, passage.to, other.from, other.to) > 0)) {
                chosen.add(passage);
                return Optional.of(passage);
            }
        }
        return Optional.empty();
    }

    private Interval trimmed(int at, int length) {
        int from = at;
        while (from > 0 && !isSentenceStart(from)) {
            from--;
        }
        int to = Math.min(text.length(), from + length);
        while (to < text.length() && !isEnd(to)) {
            to++;
        }
        while (from < to && Character.isWhitespace(text.charAt(from))) {
            from++;
        }
        while (to > from && Character.isWhitespace(text.charAt(to - 1))) {
            to--;
        }
        return new Interval(from, to);
    }

    private boolean isSentenceStart(int at) {
        char before = text.charAt(at - 1);
        if (spaceless) {
            return "。！？\n".indexOf(before) >= 0;
        }
        return Character.isWhitespace(before) && (at == 1 || ".!?\n".indexOf(text.charAt(at - 2)) >= 0);
    }

    private boolean isEnd(int at) {
        return spaceless ? "。！？\n".indexOf(text.charAt(at - 1)) >= 0 : Character.isWhitespace(text.charAt(at));
    }
}
