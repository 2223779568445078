package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.scheme.TextRules.Apostrophe;
import io.whorl.scheme.TextRules.Words;
import java.util.List;
import org.junit.jupiter.api.Test;

/** LMD table 2: the texts have 29 and 23 trigrams, so 31 and 25 words; "There's" is one of them. */
class FerretTextTest {
    private static final String C = "There's a lot of pressure put on people in their various capacities and if you"
            + " suddenly find there are pressures coming on you that make it impossible to do your job ...";
    private static final String D =
            "There's a lot of pressure on people in various capacities, and if you find there are"
                    + " pressures that make it impossible to do your job ...";

    private final WordReader reader =
            WordReader.of(Rules.with(b -> b.words(Words.ALPHABETIC).apostrophe(Apostrophe.JOIN)), false);

    @Test
    void theNumberOfWordsMatchesThePaper() {
        List<String> words = Reading.texts(reader, C);
        assertEquals(31, words.size());
        assertEquals("theres", words.get(0));
        assertEquals(25, Reading.texts(reader, D).size());
    }
}
