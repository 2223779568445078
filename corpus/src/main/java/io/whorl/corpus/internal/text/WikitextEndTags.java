package io.whorl.corpus.internal.text;

import java.util.HashMap;
import java.util.Map;

/** Finds end tags. The next one of each kind is cached until it is passed, so that no section is searched twice. */
final class WikitextEndTags {
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
