package io.whorl.strategy;

/** A chunk of a random document. */
record Chunk(long minutia, String firstWord, int wordInSentence, int sentence, int wordInParagraph) {
    static Chunk of(long minutia) {
        return new Chunk(minutia, "", 1, 1, 1);
    }
}
