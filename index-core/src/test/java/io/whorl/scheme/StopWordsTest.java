package io.whorl.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StopWordsTest {
    @Test
    void englishStopWordsAreDistinctSortedAndFolded() {
        assertEquals(116, TextRules.ENGLISH_STOP_WORDS.size());
        assertEquals(List.copyOf(new TreeSet<>(TextRules.ENGLISH_STOP_WORDS)), TextRules.ENGLISH_STOP_WORDS);
        TextRules.ENGLISH_STOP_WORDS.forEach(word -> assertEquals(word, word.toLowerCase(java.util.Locale.ROOT)));
    }
}
