package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class StopSetTest {
    @Property(tries = 2000)
    void theSetContainsExactlyTheAddedWords(
            @ForAll Set<@StringLength(min = 1, max = 10) @CharRange(from = 'a', to = 'c') String> words,
            @ForAll @Size(max = 50)
                    List<@StringLength(min = 1, max = 10) @CharRange(from = 'a', to = 'c') String> others) {
        WordFilter.StopSet set = new WordFilter.StopSet(List.copyOf(words));
        for (List<String> all : List.of(List.copyOf(words), others)) {
            for (String word : all) {
                byte[] tight = Texts.utf8("x" + word);
                assertEquals(words.contains(word), set.contains(tight, 1, tight.length));
                byte[] wide = Texts.utf8("x" + word + " and much more");
                assertEquals(words.contains(word), set.contains(wide, 1, 1 + word.length()));
            }
        }
    }
}
