package io.whorl.corpus.internal.text;

import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The third pass over wikitext replaces links by their labels. Text is copied, and cut back when a link closes; the
 * label then moves to the start of the link, at most as often as links may be nested.
 */
final class WikitextLinks {
    /** The nesting limit of links, which occur in captions of pictures; the earliest open ones are dropped. */
    private static final int NESTED = 16;

    private static final int MAX_TARGET = 1_000;
    private static final String[] SCHEMES = {
        "http://", "https://", "//", "ftp://", "mailto:", "news:", "irc://", "gopher://"
    };

    private final WikitextLinkTargets targets;
    private final int[] opened = new int[NESTED];
    private final int[] bars = new int[NESTED];
    private final boolean[] hidden = new boolean[NESTED];
    private int depth;
    private int external;
    private final PlacedText source;
    private final String in;
    private final PlacedTextBuilder out;
    private int at;

    private WikitextLinks(PlacedText source, WikitextLinkTargets targets) {
        this.source = source;
        this.targets = targets;
        in = source.text;
        out = new PlacedTextBuilder(in.length(), source.mapped);
    }

    static PlacedText convert(PlacedText text, WikitextLinkTargets targets) {
        WikitextLinks pass = new WikitextLinks(text, targets);
        while (pass.at < pass.in.length()) {
            pass.step(pass.in.charAt(pass.at));
        }
        return pass.out.build();
    }

    private void step(char c) {
        if (c == '[' && in.startsWith("[[", at)) {
            open();
        } else if (c == '[' && scheme(at + 1)) {
            external();
        } else if (c == ']' && depth > 0 && in.startsWith("]]", at)) {
            close();
        } else if (c == ']' && external > 0) {
            external--;
            at++;
        } else {
            if (c == '|' && depth > 0 && bars[depth - 1] < 0) {
                bars[depth - 1] = out.length();
                hidden[depth - 1] = !targets.isShown(target(depth - 1));
            } else if (c == '\n') {
                endLine();
            }
            out.append(c, source.start(at), source.end(at));
            at++;
        }
    }

    /** Ends open links at the end of a paragraph, except captions of pictures. */
    private void endLine() {
        external = 0;
        if (in.startsWith("\n\n", at)) {
            int pictures = 0;
            while (pictures < depth && bars[pictures] >= 0 && hidden[pictures]) {
                pictures++;
            }
            depth = pictures;
        }
    }

    private void open() {
        if (depth == NESTED) {
            System.arraycopy(opened, 1, opened, 0, NESTED - 1);
            System.arraycopy(bars, 1, bars, 0, NESTED - 1);
            System.arraycopy(hidden, 1, hidden, 0, NESTED - 1);
            depth--;
        }
        opened[depth] = out.length();
        bars[depth++] = -1;
        out.append(source, at, at + 2);
        at += 2;
    }

    private void close() {
        int from = opened[--depth];
        int bar = bars[depth];
        String target = target(depth);
        at += 2;
        if (bar < 0 ? !targets.isShown(target) : hidden[depth]) {
            out.cutTo(from);
        } else if (target.isEmpty()) {
            out.append(source, at - 2, at);
        } else if (bar < 0 || bar + 1 == out.length()) {
            out.cutTo(bar < 0 ? out.length() : bar);
            out.delete(from, from + 2 + (target.startsWith(":") ? 1 : 0));
        } else {
            out.delete(from, bar + 1);
        }
    }

    /** The target of a link; empty if it spans lines or is longer than any real target. */
    private String target(int link) {
        int from = opened[link] + 2;
        int to = bars[link] < 0 ? out.length() : bars[link];
        String target = to - from > MAX_TARGET
                ? ""
                : out.characters().subSequence(from, to).toString();
        return target.indexOf('\n') >= 0 ? "" : target;
    }

    private boolean scheme(int from) {
        boolean found = false;
        for (int i = 0; !found && i < SCHEMES.length; i++) {
            found = in.regionMatches(true, from, SCHEMES[i], 0, SCHEMES[i].length());
        }
        return found;
    }

    /** Removes the address of an external link and keeps its label. */
    private void external() {
        do {
            at++;
        } while (at < in.length() && in.charAt(at) > ' ' && in.charAt(at) != ']');
        boolean labelled = !in.startsWith("]", at);
        external += labelled ? 1 : 0;
        at += !labelled || in.startsWith(" ", at) ? 1 : 0;
    }

    /** Decides which links show text: not pictures, categories, and links to other languages. */
    static final class WikitextLinkTargets {
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

        /**
         * @param mediaType its parameters {@code file} and {@code category} are the wiki's names of these namespaces
         */
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

    /** The parameters of a media type such as {@code text/plain; charset="utf-8"}. */
    private static final class MediaParameters {
        private MediaParameters() {}

        /** Parameters by name in lower case. Malformed ones are ignored; of repeated ones, the first counts. */
        static Map<String, String> of(String mediaType) {
            Map<String, String> parameters = new HashMap<>();
            String[] pieces = mediaType.split(";");
            for (int i = 1; i < pieces.length; i++) {
                int equal = pieces[i].indexOf('=');
                if (equal > 0) {
                    String value = pieces[i].substring(equal + 1).strip();
                    boolean quoted = value.length() > 1
                            && (value.startsWith("\"") && value.endsWith("\"")
                                    || value.startsWith("'") && value.endsWith("'"));
                    parameters.putIfAbsent(
                            pieces[i].substring(0, equal).strip().toLowerCase(Locale.ROOT),
                            quoted ? value.substring(1, value.length() - 1) : value);
                }
            }
            return parameters;
        }
    }
}
