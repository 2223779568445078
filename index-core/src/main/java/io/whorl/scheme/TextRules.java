package io.whorl.scheme;

import io.whorl.internal.Ranges;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * How the bytes of a document become a sequence of words (docs/DEFINITIONS.md, Text).
 *
 * @param words which characters belong to words
 * @param apostrophe the effect of an apostrophe between letters
 * @param numbers the treatment of words with digits
 * @param minWord the minimum length of a word in code points, 1 to 1,000; shorter ones are dropped
 * @param minSentence the minimum number of words of a sentence, 1 to 1,000, counted before words are dropped; shorter
 *     ones are dropped
 * @param stop the stop words, composed and folded like the words of a text, sorted and distinct. They are stored in the
 *     scheme, so that an edited list cannot change the meaning of an index
 * @param stem the language of the Snowball stemmer, if any
 * @param unmask whether look-alikes of Latin letters are replaced in words whose letters are all Latin or look Latin
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

    /** 116 English function words, folded and sorted. A scheme holds its stop words themselves. */
    public static final List<String> ENGLISH_STOP_WORDS = List.of("""
            a about above after again all also am an and any are as at be because been before being below
            between both but by can could did do does doing down during each few for from further had has have
            having he her here hers him his how i if in into is it its itself just me more most my no nor not
            now of off on once only or other our out over own same she should so some such than that the their
            them then there these they this those through to too under until up very was we were what when where
            which while who whom why will with would you your
            """.strip().split("\\s+"));

    /** The characters of words: letters and digits (HZ 2), or letters only (LMD 7). */
    public enum Words {
        ALPHANUMERIC,
        ALPHABETIC
    }

    /** An apostrophe between letters splits the word, or is dropped. */
    public enum Apostrophe {
        SPLIT,
        JOIN
    }

    /** Words with digits are kept, dropped (COPS 5.4), or their runs of digits are replaced by one symbol (LMD 6). */
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

    /** True if words cannot be read without finding the ends of sentences. */
    public boolean needsSentences() {
        return minSentence > 1;
    }
}
