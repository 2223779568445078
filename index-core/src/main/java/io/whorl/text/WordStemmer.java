package io.whorl.text;

/** Stems one word after another. One thread at a time. */
public final class WordStemmer {
    private final Stemming stemming;

    /**
     * @param language a Snowball stemmer's language, such as {@code english}
     * @throws io.whorl.InvalidSchemeException if there is no stemmer for the language; the message lists them
     */
    public WordStemmer(String language) {
        stemming = new Stemming(Stemmers.of(language));
    }

    /**
     * Returns the stem of a folded word, as UTF-8. It may be empty. The array must not be changed.
     *
     * @param bytes holds the word from {@code from} to {@code to}, exclusive
     */
    public byte[] stem(byte[] bytes, int from, int to) {
        return stemming.stem(bytes, from, to);
    }
}
