package io.whorl.text;

import io.whorl.InvalidSchemeException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.tartarus.snowball.SnowballStemmer;
import org.tartarus.snowball.ext.danishStemmer;
import org.tartarus.snowball.ext.dutchStemmer;
import org.tartarus.snowball.ext.englishStemmer;
import org.tartarus.snowball.ext.finnishStemmer;
import org.tartarus.snowball.ext.frenchStemmer;
import org.tartarus.snowball.ext.germanStemmer;
import org.tartarus.snowball.ext.hungarianStemmer;
import org.tartarus.snowball.ext.italianStemmer;
import org.tartarus.snowball.ext.norwegianStemmer;
import org.tartarus.snowball.ext.porterStemmer;
import org.tartarus.snowball.ext.portugueseStemmer;
import org.tartarus.snowball.ext.romanianStemmer;
import org.tartarus.snowball.ext.russianStemmer;
import org.tartarus.snowball.ext.spanishStemmer;
import org.tartarus.snowball.ext.swedishStemmer;
import org.tartarus.snowball.ext.turkishStemmer;

/**
 * The Snowball stemmers by language. Listed, not found by class name: a scheme's text must not choose what is loaded.
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
            throw new InvalidSchemeException("stem is " + language + ", for which there is no stemmer; take one of "
                    + String.join(", ", BY_LANGUAGE.keySet()) + ", or none");
        }
        return stemmer.get();
    }
}
