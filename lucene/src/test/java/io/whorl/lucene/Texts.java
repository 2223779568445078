package io.whorl.lucene;

import io.whorl.testing.Repeated;
import java.util.Random;

/** Random texts, and versions of texts. */
public final class Texts {
    private final Random random;
    private final int vocabulary;

    /** @param vocabulary the number of different words */
    public Texts(Random random, int vocabulary) {
        this.random = random;
        this.vocabulary = vocabulary;
    }

    /** A text of so many words. */
    public String text(int words) {
        return String.join(" ", Repeated.list(words, i -> word()));
    }

    /** The same text with so many of its words replaced. */
    public String version(String text, int changes) {
        String[] words = text.split(" ");
        for (int i = 0; i < changes; i++) {
            words[random.nextInt(words.length)] = word();
        }
        return String.join(" ", words);
    }

    public String word() {
        return "w" + random.nextInt(vocabulary);
    }
}
