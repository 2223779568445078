package io.whorl.corpus.internal.text;

import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The first pass over wikitext removes comments, elements without prose, and other tags. It precedes templates, as in
 * MediaWiki's preprocessor, so that braces inside elements have no meaning. A tag ends before the next {@code <}, and
 * end tags are searched only forwards, so the time is linear even if many elements are open.
 */
final class WikitextTags {
    /** Elements that are removed with their content. */
    private static final Set<String> DROPPED = Set.of("""
            ref references math chem ce gallery timeline score imagemap graph hiero mapframe maplink templatedata
            inputbox categorytree indicator includeonly templatestyles style script
            """.split("\\s+"));
    /** Elements whose content is plain text. */
    private static final Set<String> LITERAL = Set.of("nowiki", "pre", "source", "syntaxhighlight");
    /** Elements on separate lines. */
    private static final Set<String> BLOCKS = Set.of("""
            br p div blockquote center li ul ol dl dd dt hr poem table tr td th caption h1 h2 h3 h4 h5 h6 pre source
            syntaxhighlight
            """.split("\\s+"));
    /** Elements within a word or line. */
    private static final Set<String> INLINE = Set.of("""
            abbr b bdi bdo big cite code data del dfn em font i ins kbd mark noinclude onlyinclude q rb rp rt ruby s
            samp section small span strike strong sub sup time tt u var wbr nowiki
            """.split("\\s+"));

    private static final String MARKUP = "[]{}|<>=*#~_";

    private final String in;
    private final PlacedText source;
    private final PlacedTextBuilder out;
    private final WikitextEndTags ends;
    private int at;

    private WikitextTags(PlacedText source) {
        this.source = source;
        in = source.text;
        out = new PlacedTextBuilder(in.length(), source.mapped);
        ends = new WikitextEndTags(in);
    }

    static PlacedText convert(PlacedText text) {
        WikitextTags pass = new WikitextTags(text);
        pass.run();
        return pass.out.build();
    }

    private void run() {
        for (int next = in.indexOf('<'); next >= 0; next = in.indexOf('<', at)) {
            out.append(source, at, next);
            at = next;
            if (in.startsWith("<!--", at)) {
                int end = in.indexOf("-->", at + 4);
                at = end < 0 ? in.length() : end + 3;
            } else {
                tag();
            }
        }
        out.append(source, at, in.length());
    }

    private void tag() {
        int from = at + (in.startsWith("</", at) ? 2 : 1);
        int to = from;
        while (to < in.length() && Character.isLetterOrDigit(in.charAt(to))) {
            to++;
        }
        String name = to - from > 20 ? "" : in.substring(from, to).toLowerCase(Locale.ROOT);
        int end = known(name) ? tagEnd(to) : -1;
        if (end < 0) {
            out.append('<', source.start(at), source.end(at));
            at++;
            return;
        }
        boolean opens = from == at + 1 && in.charAt(end - 2) != '/';
        out.insert(BLOCKS.contains(name) ? "\n" : "");
        at = end;
        int close = opens && (DROPPED.contains(name) || LITERAL.contains(name)) ? ends.next(name, end) : -1;
        if (close >= 0) {
            if (LITERAL.contains(name)) {
                literal(end, close);
            }
            // The end tag follows and is removed as a separate tag.
            at = close;
        }
    }

    private static boolean known(String name) {
        return BLOCKS.contains(name) || INLINE.contains(name) || DROPPED.contains(name) || LITERAL.contains(name);
    }

    /** The position after the tag, or -1 if it does not end before the next tag starts. */
    private int tagEnd(int from) {
        int i = from;
        while (i < in.length() && in.charAt(i) != '>' && in.charAt(i) != '<') {
            i++;
        }
        return i < in.length() && in.charAt(i) == '>' ? i + 1 : -1;
    }

    /** Copies words, and replaces what later passes would treat as markup by spaces. */
    private void literal(int from, int to) {
        for (int i = from; i < to; i++) {
            char c = in.charAt(i);
            boolean quotes = c == '\'' && (in.charAt(i - 1) == '\'' || in.charAt(i + 1) == '\'');
            out.append(quotes || MARKUP.indexOf(c) >= 0 ? ' ' : c, source.start(i), source.end(i));
        }
    }

    /** Finds end tags. The next one of each kind is cached until it is passed, so that no section is searched twice. */
    private static final class WikitextEndTags {
        private final String in;
        private final Map<String, Integer> found = new HashMap<>();

        WikitextEndTags(String in) {
            this.in = in;
        }

        /** The position of the next {@code </name}, or -1. Positions must increase from call to call. */
        int next(String name, int from) {
            int known = found.getOrDefault(name, 0);
            if (known >= 0 && known < from) {
                known = find(name, from);
                found.put(name, known);
            }
            return known;
        }

        private int find(String name, int from) {
            int at = in.indexOf("</", from);
            while (at >= 0 && !isNamed(name, at + 2)) {
                at = in.indexOf("</", at + 2);
            }
            return at;
        }

        private boolean isNamed(String name, int at) {
            int end = at + name.length();
            return in.regionMatches(true, at, name, 0, name.length())
                    && (end == in.length() || !Character.isLetterOrDigit(in.charAt(end)));
        }
    }
}
