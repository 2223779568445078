package io.whorl.text;

import io.whorl.SchemeException;
import io.whorl.text.snowball.SnowballStemmer;
import io.whorl.text.snowball.ext.danishStemmer;
import io.whorl.text.snowball.ext.dutchStemmer;
import io.whorl.text.snowball.ext.englishStemmer;
import io.whorl.text.snowball.ext.finnishStemmer;
import io.whorl.text.snowball.ext.frenchStemmer;
import io.whorl.text.snowball.ext.germanStemmer;
import io.whorl.text.snowball.ext.hungarianStemmer;
import io.whorl.text.snowball.ext.italianStemmer;
import io.whorl.text.snowball.ext.norwegianStemmer;
import io.whorl.text.snowball.ext.porterStemmer;
import io.whorl.text.snowball.ext.portugueseStemmer;
import io.whorl.text.snowball.ext.romanianStemmer;
import io.whorl.text.snowball.ext.russianStemmer;
import io.whorl.text.snowball.ext.spanishStemmer;
import io.whorl.text.snowball.ext.swedishStemmer;
import io.whorl.text.snowball.ext.turkishStemmer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Replaces each word by its stem, and drops a word whose stem is empty. The stemmer works on strings, so a cache of
 * fixed size maps the bytes of words to stems. Words of more than {@value #LONGEST_STEMMED} bytes stay unchanged. One
 * thread at a time.
 */
public final class WordStemmer extends WordStage {
    private static final int CACHE_BITS = 14;
    /** Longer words are too rare to be worth caching, and would make the cache large. */
    private static final int LONGEST_CACHED = 32;
    /**
     * Longer words stay unchanged. No language has them, and some stemmers take time quadratic in the length of a word.
     * Part of the scheme's version.
     */
    static final int LONGEST_STEMMED = 256;

    /**
     * The Snowball stemmers by language. They are listed, not found by class name, so that the text of a scheme cannot
     * choose which class is loaded.
     */
    private static final Map<String, Supplier<SnowballStemmer>> STEMMERS = new TreeMap<>(Map.ofEntries(
            Map.entry("danish", danishStemmer::new),
            Map.entry("dutch", dutchStemmer::new),
            Map.entry("english", englishStemmer::new),
            Map.entry("finnish", finnishStemmer::new),
            Map.entry("french", frenchStemmer::new),
            Map.entry("german", germanStemmer::new),
            Map.entry("hungarian", hungarianStemmer::new),
            Map.entry("italian", italianStemmer::new),
            Map.entry("norwegian", norwegianStemmer::new),
            Map.entry("porter", porterStemmer::new),
            Map.entry("portuguese", portugueseStemmer::new),
            Map.entry("romanian", romanianStemmer::new),
            Map.entry("russian", russianStemmer::new),
            Map.entry("spanish", spanishStemmer::new),
            Map.entry("swedish", swedishStemmer::new),
            Map.entry("turkish", turkishStemmer::new)));

    private final SnowballStemmer stemmer;
    private final byte[][] words = new byte[1 << CACHE_BITS][];
    private final byte[][] stems = new byte[1 << CACHE_BITS][];

    /**
     * @param language a Snowball stemmer's language, such as {@code english}
     * @throws SchemeException if there is no stemmer for the language; the message lists them
     */
    public WordStemmer(String language) {
        this(stemmer(language));
    }

    WordStemmer(SnowballStemmer stemmer) {
        this.stemmer = stemmer;
    }

    /** @throws SchemeException if there is no stemmer for the language */
    static SnowballStemmer stemmer(String language) {
        Supplier<SnowballStemmer> stemmer = STEMMERS.get(language);
        if (stemmer == null) {
            throw SchemeException.invalid("stem is " + language + ", for which there is no stemmer; use one of "
                    + String.join(", ", STEMMERS.keySet()) + ", or none");
        }
        return stemmer.get();
    }

    @Override
    int rewrite(byte[] bytes, int from, int to, int o) {
        byte[] stem = stem(bytes, from, to);
        reserve(o + stem.length + Long.BYTES);
        return copy(stem, 0, stem.length, o);
    }

    /**
     * Returns the stem of a folded word, as UTF-8. It may be empty. The array must not be changed.
     *
     * @param bytes holds the word from {@code from} to {@code to}, exclusive
     */
    public byte[] stem(byte[] bytes, int from, int to) {
        if (to - from > LONGEST_CACHED) {
            return compute(bytes, from, to);
        }
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        int slot = (hash * 0x9E3779B9) >>> (Integer.SIZE - CACHE_BITS);
        byte[] known = words[slot];
        if (known == null || !Arrays.equals(known, 0, known.length, bytes, from, to)) {
            stems[slot] = compute(bytes, from, to);
            words[slot] = Arrays.copyOfRange(bytes, from, to);
        }
        return stems[slot];
    }

    private byte[] compute(byte[] bytes, int from, int to) {
        if (to - from > LONGEST_STEMMED) {
            return Arrays.copyOfRange(bytes, from, to);
        }
        stemmer.setCurrent(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        stemmer.stem();
        return stemmer.getCurrent().getBytes(StandardCharsets.UTF_8);
    }
}
