package io.whorl.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StopWordsTest {
    @Test
    void englishStopWordsAreDistinctSortedAndFolded() {
        assertEquals(116, StopWords.ENGLISH.size());
        assertEquals(List.copyOf(new TreeSet<>(StopWords.ENGLISH)), StopWords.ENGLISH);
        StopWords.ENGLISH.forEach(word -> assertEquals(word, word.toLowerCase(java.util.Locale.ROOT)));
    }
}
