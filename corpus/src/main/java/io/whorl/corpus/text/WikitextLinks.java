package io.whorl.corpus.text;

/**
 * The third pass over wikitext: links become their labels. As with templates, text is written on and cut back when a link
 * closes; a label is then moved to the link's beginning, at most as often as links may be nested.
 */
final class WikitextLinks {
    /** In pictures' captions only; of more left open the earliest are forgotten. */
    private static final int NESTED = 16;
    private static final int LONGEST_TARGET = 1_000;
    private static final String[] SCHEMES = {"http://", "https://", "//", "ftp://", "mailto:", "news:", "irc://", "gopher://"};

    private final WikitextTargets targets;
    private final int[] opened = new int[NESTED];
    private final int[] bars = new int[NESTED];
    private int depth;
    private int external;
    private String in = "";
    private StringBuilder out = new StringBuilder();
    private int at;

    WikitextLinks(WikitextTargets targets) {
        this.targets = targets;
    }

    CharSequence reduce(CharSequence text) {
        in = text.toString();
        out = new StringBuilder(in.length());
        while (at < in.length()) {
            step(in.charAt(at));
        }
        return out;
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
            } else if (c == '\n') {
                external = 0;
                // No link goes on beyond its paragraph.
                depth = in.startsWith("\n\n", at) ? 0 : depth;
            }
            out.append(c);
            at++;
        }
    }

    private void open() {
        if (depth == NESTED) {
            System.arraycopy(opened, 1, opened, 0, NESTED - 1);
            System.arraycopy(bars, 1, bars, 0, NESTED - 1);
            depth--;
        }
        opened[depth] = out.length();
        bars[depth++] = -1;
        out.append("[[");
        at += 2;
    }

    private void close() {
        int from = opened[--depth];
        int bar = bars[depth];
        int targetEnd = bar < 0 ? out.length() : bar;
        at += 2;
        String target = targetEnd - from > LONGEST_TARGET ? "\n" : out.substring(from + 2, targetEnd);
        if (target.indexOf('\n') >= 0) {
            out.append("]]");
        } else if (!targets.isShown(target)) {
            out.setLength(from);
        } else if (bar < 0 || bar + 1 == out.length()) {
            out.setLength(targetEnd);
            out.delete(from, from + 2 + (target.startsWith(":") ? 1 : 0));
        } else {
            out.delete(from, bar + 1);
        }
    }

    private boolean scheme(int from) {
        boolean found = false;
        for (int i = 0; !found && i < SCHEMES.length; i++) {
            found = in.regionMatches(true, from, SCHEMES[i], 0, SCHEMES[i].length());
        }
        return found;
    }

    /** The address goes, the label stays. */
    private void external() {
        do {
            at++;
        } while (at < in.length() && in.charAt(at) > ' ' && in.charAt(at) != ']');
        if (at < in.length() && in.charAt(at) == ']') {
            at++;
        } else {
            external++;
        }
    }
}
