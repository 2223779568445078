package io.whorl.corpus.text;

import java.util.regex.Pattern;

/**
 * Markdown without what makes its parser slow and changes no word. The parser looks for the end of a tag anew from each angle bracket,
 * which takes time by the square of a line of brackets: of those left here, each has its end before the next. It does the same once for
 * each length of backticks, and asks every list that is open about every empty line.
 */
final class MarkdownSource {
    private static final Pattern EMPTY_LINES = Pattern.compile("\\n(?:[ \\t]*+\\n){2,}+");
    private static final Pattern TICKS = Pattern.compile("`{64,}+");
    private static final String COMMENT = "<!--";
    private static final String COMMENT_END = "-->";

    private MarkdownSource() {}

    static String tamed(String source) {
        String lines = source.replace("\r\n", "\n").replace('\r', '\n');
        return blanked(TICKS.matcher(EMPTY_LINES.matcher(lines).replaceAll("\n\n")).replaceAll(" "));
    }

    /** With spaces in place of brackets. */
    private static String blanked(String source) {
        char[] chars = source.toCharArray();
        int commentEnd = source.indexOf(COMMENT_END);
        int i = source.indexOf('<');
        while (i >= 0) {
            int next = source.indexOf('<', i + 1);
            while (commentEnd >= 0 && commentEnd < i) {
                commentEnd = source.indexOf(COMMENT_END, i);
            }
            if (source.startsWith(COMMENT, i) && commentEnd >= 0) {
                while (next >= 0 && next < commentEnd) {
                    chars[next] = ' ';
                    next = source.indexOf('<', next + 1);
                }
            } else if (!closes(source, i, next < 0 ? chars.length : next)) {
                chars[i] = ' ';
            }
            i = next;
        }
        return new String(chars);
    }

    private static boolean closes(String source, int from, int to) {
        int i = from;
        while (i < to && source.charAt(i) != '>') {
            i++;
        }
        return i < to;
    }
}
