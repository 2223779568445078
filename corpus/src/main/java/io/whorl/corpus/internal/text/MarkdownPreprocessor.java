package io.whorl.corpus.internal.text;

import org.agrona.collections.IntArrayList;

/**
 * Removes from Markdown what makes the parser slow without changing a word. The parser searches for the end of a tag
 * from each angle bracket, which takes quadratic time for a line of brackets; of the brackets left here, each has its
 * end before the next. The parser has similar costs for each length of backticks, for each mark of nested lists, and
 * for each empty line in open lists.
 */
final class MarkdownPreprocessor {
    private static final int MAX_RUN = 64;
    /**
     * Characters parsed at once. The syntax tree is a hundred times as large. Link definitions of a piece are unknown
     * in the next one, which prints the labels instead.
     */
    private static final int MAX_PIECE = 1 << 19;

    private static final String COMMENT = "<!--";
    private static final String COMMENT_END = "-->";

    private MarkdownPreprocessor() {}

    /** @param prose if it is mapped, its origins learn what was removed */
    static String simplify(String source, ProseBuilder prose) {
        String lines = LineEnds.unified(source, prose);
        StringBuilder out = new StringBuilder(lines.length());
        IntArrayList places = new IntArrayList();
        int i = 0;
        while (i < lines.length()) {
            int end = Math.max(i + 1, runEnd(lines, i));
            int skipped = skipped(lines, i, end);
            out.append(skipped > 0 ? lines.charAt(i) == '\n' ? "\n\n" : " " : lines.substring(i, end));
            for (int at = i; prose.isMapped() && places.size() < out.length(); at++) {
                places.addInt(at);
            }
            i = end;
        }
        if (prose.isMapped() && out.length() < lines.length()) {
            places.addInt(lines.length());
            prose.origins().readsThrough(places.toIntArray());
        }
        return blanked(out.toString());
    }

    /** The end of the run of empty lines, backticks or list marks that starts here. */
    private static int runEnd(String s, int from) {
        char first = s.charAt(from);
        int end = from;
        if (first == '`') {
            while (end < s.length() && s.charAt(end) == '`') {
                end++;
            }
        } else if (first == '\n') {
            for (int i = from; i < s.length() && s.charAt(i) <= ' '; i++) {
                end = s.charAt(i) == '\n' ? i + 1 : end;
            }
        } else {
            while (isMark(s, end)) {
                end += 2;
                while (end < s.length() && s.charAt(end) == ' ') {
                    end++;
                }
            }
        }
        return end;
    }

    private static boolean isMark(String s, int i) {
        return i + 1 < s.length()
                && "-*+_".indexOf(s.charAt(i)) >= 0
                && (s.charAt(i + 1) == ' ' || s.charAt(i + 1) == '\t');
    }

    /** The number of characters of a run that are removed; none belongs to a word. */
    private static int skipped(String s, int from, int end) {
        return s.charAt(from) == '\n' ? Math.max(0, end - from - 2) : end - from >= MAX_RUN ? end - from : 0;
    }

    /** The end of the piece that starts here: at an empty line if possible. */
    static int pieceEnd(String simplified, int from) {
        int most = from + MAX_PIECE;
        if (most >= simplified.length()) {
            return simplified.length();
        }
        int empty = simplified.lastIndexOf("\n\n", most);
        int line = empty > from ? empty : simplified.lastIndexOf('\n', most);
        return line > from ? line : Character.isHighSurrogate(simplified.charAt(most - 1)) ? most - 1 : most;
    }

    /** Replaces brackets that cannot start a tag by spaces. */
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
