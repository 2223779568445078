package io.whorl.corpus.internal.text;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Decides which links show text: not pictures, categories, and links to other languages. */
final class WikitextLinkTargets {
    private static final Set<String> ALWAYS = Set.of("file", "image", "category");
    private static final Pattern LANGUAGE = Pattern.compile("simple|[a-z]{2,3}(-[a-z]{2,8}){0,3}");
    /** Lower-case prefixes of other projects that look like languages. */
    private static final Set<String> PROJECTS = Set.of("wp", "mw");

    private static final Pattern FILE = Pattern.compile(
            "\\.(jpe?g|png|gif|svg|tiff?|webp|og[gva]|webm|mp[34]|wav|djvu|xcf)$", Pattern.CASE_INSENSITIVE);

    private final Set<String> wiki;

    private WikitextLinkTargets(Set<String> wiki) {
        this.wiki = wiki;
    }

    /** @param mediaType its parameters {@code file} and {@code category} are the wiki's names of these namespaces */
    static WikitextLinkTargets of(String mediaType) {
        Map<String, String> parameters = MediaParameters.of(mediaType);
        return new WikitextLinkTargets(Stream.of("file", "category")
                .map(name -> parameters.getOrDefault(name, name).toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet()));
    }

    /** @param target the text before the first bar of a link */
    boolean isShown(String target) {
        String stripped = target.strip();
        int colon = stripped.indexOf(':');
        // With a leading colon, a link to a picture, category or language shows its text.
        if (colon <= 0) {
            return true;
        }
        String prefix = stripped.substring(0, colon).strip().replace('_', ' ');
        String lower = prefix.toLowerCase(Locale.ROOT);
        boolean language = LANGUAGE.matcher(prefix).matches() && !PROJECTS.contains(prefix);
        return !ALWAYS.contains(lower)
                && !wiki.contains(lower)
                && !language
                && !FILE.matcher(stripped).find();
    }
}
