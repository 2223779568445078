package io.whorl.scheme;

import io.whorl.internal.Ranges;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * How a document's bytes become a sequence of words (DEFINITIONS, Text).
 *
 * @param words which characters make words
 * @param apostrophe what an apostrophe between letters does
 * @param numbers what becomes of words with digits
 * @param minWord words with fewer code points are dropped; 1 to 1,000
 * @param minSentence sentences with fewer words are dropped, counted before any word is; 1 to 1,000
 * @param stop the words dropped, composed and folded as the text's are, sorted and distinct; empty for none. They are
 *     part of the scheme themselves, so that a list edited later cannot change what an index means
 * @param stem the Snowball stemmer's language, if any
 * @param unmask whether words whose letters only look Latin are read as what they look like
 */
public record TextRules(
        Words words,
        Apostrophe apostrophe,
        Numbers numbers,
        int minWord,
        int minSentence,
        List<String> stop,
        Optional<String> stem,
        boolean unmask) {

    /** Which characters make a word: letters and digits (HZ 2), or letters alone (LMD 7). */
    public enum Words {
        ALPHANUMERIC,
        ALPHABETIC
    }

    /** Whether an apostrophe between letters parts two words or is dropped from one. */
    public enum Apostrophe {
        SPLIT,
        JOIN
    }

    /** Words with digits are kept, dropped (COPS 5.4), or their runs of digits made one symbol (LMD 6). */
    public enum Numbers {
        KEEP,
        DROP,
        SYMBOL
    }

    public TextRules {
        Ranges.check("min-word", minWord, 1, 1_000);
        Ranges.check("min-sentence", minSentence, 1, 1_000);
        stop = List.copyOf(new TreeSet<>(stop));
    }

    /** Whether words can be found without knowing where sentences end. */
    public boolean needsSentences() {
        return minSentence > 1;
    }
}
