package io.whorl.corpus.internal.text;

/**
 * Markdown without what makes its parser slow and changes no word. The parser looks for the end of a tag anew from each
 * angle bracket, which takes time by the square of a line of brackets: of those left here, each has its end before the
 * next. It does the same once for each length of backticks and each mark of a list in a list, and asks every list that
 * is open about every empty line.
 */
final class MarkdownPreprocessor {
    private static final int LONGEST_RUN = 64;
    /**
     * Characters parsed at once. What the parser makes of them is a hundred times as large. The next piece does not
     * know of the links that were defined in this one, and prints their labels.
     */
    private static final int LONGEST_PIECE = 1 << 19;

    private static final String COMMENT = "<!--";
    private static final String COMMENT_END = "-->";

    private MarkdownPreprocessor() {}

    static String tamed(String source) {
        String lines = source.replace("\r\n", "\n").replace('\r', '\n');
        StringBuilder out = new StringBuilder(lines.length());
        int i = 0;
        while (i < lines.length()) {
            int end = Math.max(i + 1, runEnd(lines, i));
            int skipped = skipped(lines, i, end);
            out.append(skipped > 0 ? lines.charAt(i) == '\n' ? "\n\n" : " " : lines.substring(i, end));
            i = end;
        }
        return blanked(out.toString());
    }

    /** Where the empty lines, backticks or list marks that begin here end. */
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

    /** How many characters of a run are too many to stay; none of them is a word's. */
    private static int skipped(String s, int from, int end) {
        return s.charAt(from) == '\n' ? Math.max(0, end - from - 2) : end - from >= LONGEST_RUN ? end - from : 0;
    }

    /** Where a piece ends that begins here: at an empty line, if there is one. */
    static int pieceEnd(String tamed, int from) {
        int most = from + LONGEST_PIECE;
        if (most >= tamed.length()) {
            return tamed.length();
        }
        int empty = tamed.lastIndexOf("\n\n", most);
        int line = empty > from ? empty : tamed.lastIndexOf('\n', most);
        return line > from ? line : Character.isHighSurrogate(tamed.charAt(most - 1)) ? most - 1 : most;
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
