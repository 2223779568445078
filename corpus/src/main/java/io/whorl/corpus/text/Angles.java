package io.whorl.corpus.text;

/**
 * Markdown without the angle brackets that begin no tag. The parser looks for the end of a tag anew from each bracket, which takes time
 * by the square of a line of brackets; of those left here, each has its end before the next.
 */
final class Angles {
    private static final String COMMENT = "<!--";
    private static final String COMMENT_END = "-->";

    private Angles() {}

    /** As long as the source, with spaces in place of brackets. */
    static String blanked(String source) {
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
