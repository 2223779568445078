package io.whorl.corpus.internal.record;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The namespaces a wiki says it has: their names are the wiki's language's. */
final class MediaWikiNamespaces {
    private static final int FILE = 6;
    private static final int CATEGORY = 14;
    /** As many as an adversary may have us keep; Wikipedia has about forty. */
    private static final int MOST = 1_000;

    private final Map<String, Integer> keys = new HashMap<>();
    private final Map<Integer, String> names = new HashMap<>();

    void add(String key, String name) {
        Optional<Integer> number = number(key);
        if (number.isPresent() && keys.size() < MOST && !name.isBlank()) {
            keys.put(name.strip().toLowerCase(Locale.ROOT), number.get());
            names.put(number.get(), name.strip());
        }
    }

    /** The namespace a page says it is in, or, in exports that do not say, the one its title begins with. */
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
     * The media type of this wiki's text, telling which links are pictures and categories, whose names are not
     * universal.
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
