package io.whorl.corpus.internal.record;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The namespaces that a wiki declares; their names depend on the language of the wiki. */
final class MediaWikiNamespaces {
    private static final int FILE = 6;
    private static final int CATEGORY = 14;
    /** A limit against adversarial files; Wikipedia has about forty. */
    private static final int MAX_NAMESPACES = 1_000;

    private final Map<String, Integer> keys = new HashMap<>();
    private final Map<Integer, String> names = new HashMap<>();

    void add(String key, String name) {
        Optional<Integer> number = number(key);
        if (number.isPresent() && keys.size() < MAX_NAMESPACES && !name.isBlank()) {
            keys.put(name.strip().toLowerCase(Locale.ROOT), number.get());
            names.put(number.get(), name.strip());
        }
    }

    /** The namespace that a page declares, or, in exports that do not declare it, the prefix of its title. */
    int of(MediaWikiPage page) {
        int colon = page.title.indexOf(':');
        return number(page.namespace)
                .orElse(
                        colon < 0
                                ? 0
                                : keys.getOrDefault(
                                        page.title.substring(0, colon).toLowerCase(Locale.ROOT), 0));
    }

    /**
     * The media type of the wiki's text. Its parameters name the namespaces of files and categories in its language.
     */
    String wikitext() {
        return "text/x-wiki" + parameter("file", FILE) + parameter("category", CATEGORY);
    }

    private String parameter(String name, int key) {
        String value = names.getOrDefault(key, "");
        return value.isEmpty() || value.indexOf('"') >= 0 ? "" : "; " + name + "=\"" + value + "\"";
    }

    private static Optional<Integer> number(String key) {
        try {
            return Optional.of(Integer.parseInt(key.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
