package io.whorl.align;

import java.util.List;
import java.util.Optional;

/**
 * How many words of a text, or of two texts together, are function words of each language. Immutable.
 *
 * @param found by language, in the order of {@link Language#all}
 * @param words all words
 */
record FunctionWords(List<Long> found, long words) {
    /** A text is of a language if at least this share of its words are function words of it. */
    private static final double LEAST_SHARE = 0.08;

    FunctionWords {
        found = List.copyOf(found);
    }

    static FunctionWords of(TextWords text) {
        return new FunctionWords(
                Language.all().stream()
                        .map(language -> language.functionWords(text))
                        .toList(),
                text.size());
    }

    FunctionWords plus(FunctionWords other) {
        Long[] sums = new Long[found.size()];
        for (int i = 0; i < sums.length; i++) {
            sums[i] = found.get(i) + other.found.get(i);
        }
        return new FunctionWords(List.of(sums), words + other.words);
    }

    /** Returns the language with the most function words, if there are enough. */
    Optional<Language> language() {
        Optional<Language> best = Optional.empty();
        long most = 0;
        for (int i = 0; i < found.size(); i++) {
            if (found.get(i) > most && found.get(i) >= LEAST_SHARE * words) {
                most = found.get(i);
                best = Optional.of(Language.all().get(i));
            }
        }
        return best;
    }
}
