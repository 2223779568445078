package io.whorl.strategy;

/** One chunk of a test's document, as an object. */
record Chunk(long minutia, String firstWord, int wordInSentence, int sentence, int wordInParagraph) {
    static Chunk of(long minutia) {
        return new Chunk(minutia, "", 1, 1, 1);
    }
}
