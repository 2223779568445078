package io.whorl.text;

import io.whorl.InvalidSchemeException;
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
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The Snowball stemmers by language. They are listed, not found by class name, so that the text of a scheme cannot
 * choose which class is loaded.
 */
final class Stemmers {
    private static final Map<String, Supplier<SnowballStemmer>> BY_LANGUAGE = new TreeMap<>(Map.ofEntries(
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

    private Stemmers() {}

    /** @throws InvalidSchemeException if there is no stemmer for the language */
    static SnowballStemmer of(String language) {
        Supplier<SnowballStemmer> stemmer = BY_LANGUAGE.get(language);
        if (stemmer == null) {
            throw new InvalidSchemeException("stem is " + language + ", for which there is no stemmer; use one of "
                    + String.join(", ", BY_LANGUAGE.keySet()) + ", or none");
        }
        return stemmer.get();
    }
}
