package io.whorl.align;

import io.whorl.text.WordSet;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A language whose function words are known. Immutable and thread-safe. */
final class Language {
    private static final String RESOURCE = "function-words.txt";
    private static final Map<String, Language> ALL = load();
    private static final List<Language> LIST = List.copyOf(ALL.values());

    private final String name;
    private final WordSet words = new WordSet();

    private Language(String name, String words) {
        this.name = name;
        for (String word : words.strip().split(" ")) {
            byte[] utf8 = word.getBytes(StandardCharsets.UTF_8);
            this.words.add(utf8, 0, utf8.length);
        }
    }

    /** Names of all languages, sorted. */
    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    static Optional<Language> of(String name) {
        return Optional.ofNullable(ALL.get(name.toLowerCase(Locale.ROOT)));
    }

    /** All languages, sorted by name. */
    static List<Language> all() {
        return LIST;
    }

    boolean isFunctionWord(byte[] utf8) {
        return words.contains(utf8, 0, utf8.length);
    }

    long functionWords(TextWords text) {
        boolean[] isFunctionWord = new boolean[text.distinct.size()];
        for (int number = 0; number < isFunctionWord.length; number++) {
            isFunctionWord[number] = words.find(text.distinct, number) >= 0;
        }
        long found = 0;
        for (int word : text.word) {
            found += isFunctionWord[word] ? 1 : 0;
        }
        return found;
    }

    /** Returns the name of the language, which is also the name of its stemmer. */
    @Override
    public String toString() {
        return name;
    }

    private static Map<String, Language> load() {
        Map<String, Language> all = new TreeMap<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(Language.class.getResourceAsStream(RESOURCE), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("#")) {
                    int colon = line.indexOf(':');
                    String name = line.substring(0, colon);
                    all.put(name, new Language(name, line.substring(colon + 1)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE + " of the library cannot be read", e);
        }
        return all;
    }
}
