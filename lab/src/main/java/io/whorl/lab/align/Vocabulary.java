package io.whorl.lab.align;

import java.util.List;
import java.util.Random;

/** Draws words of a collection, as edits insert them. */
final class Vocabulary {
    private final List<String> documents;
    private final Random random;

    Vocabulary(List<String> documents, Random random) {
        this.documents = documents;
        this.random = random;
    }

    /** Returns a letter of a document if the text that is edited has no spaces, or else a word and a space. */
    String draw(boolean spaceless) {
        while (true) {
            String document = documents.get(random.nextInt(documents.size()));
            int at = random.nextInt(document.length());
            if (spaceless) {
                int codePoint = document.codePointAt(at);
                if (Character.isLetter(codePoint)) {
                    return Character.toString(codePoint);
                }
            } else {
                int from = at;
                while (from > 0 && !Character.isWhitespace(document.charAt(from - 1))) {
                    from--;
                }
                int to = at;
                while (to < document.length() && !Character.isWhitespace(document.charAt(to))) {
                    to++;
                }
                if (to > from) {
                    return document.substring(from, to) + " ";
                }
            }
        }
    }
}
