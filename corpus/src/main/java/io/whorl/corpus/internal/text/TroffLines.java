package io.whorl.corpus.internal.text;

import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.IntArrayList;

/** The lines of a troff source, joined at backslashes. Knows which requests follow. */
final class TroffLines {
    /** The largest number of distinct requests; no real document has as many. */
    private static final int MAX_REQUESTS = 10_000;

    private final String source;
    /** The start of the last line of each request. */
    private final Map<String, Integer> last = new HashMap<>();

    private final int lastBrace;
    private int at;
    /** Where the current line begins, and the places in it where another line was joined, with its begin. */
    private int begin;

    private final IntArrayList joints = new IntArrayList();

    TroffLines(String source) {
        this.source = source;
        lastBrace = source.lastIndexOf("\\}");
        for (int i = 0; i < source.length(); i = lineEnd(i) + 1) {
            String name = name(source, i);
            if (!name.isEmpty() && (last.size() < MAX_REQUESTS || last.containsKey(name) || TroffMacros.isEnd(name))) {
                last.put(name, i);
            }
        }
    }

    boolean isAtEnd() {
        return at >= source.length();
    }

    String next() {
        int end = lineEnd(at);
        begin = at;
        joints.clear();
        String line = source.substring(at, end);
        at = end + 1;
        if (!isContinued(line)) {
            return line;
        }
        StringBuilder joined = new StringBuilder(line);
        while (isContinued(joined) && at < source.length()) {
            joined.setLength(joined.length() - 1);
            joints.addInt(joined.length());
            joints.addInt(at);
            end = lineEnd(at);
            joined.append(source, at, end);
            at = end + 1;
        }
        return joined.toString();
    }

    /** The places of characters of the current line in the source. */
    int[] places(int from, int count) {
        int[] places = new int[count];
        int shift = begin;
        int joint = 0;
        for (int i = 0; i < count; i++) {
            while (joint < joints.size() && joints.getInt(joint) <= from + i) {
                shift = joints.getInt(joint + 1) - joints.getInt(joint);
                joint += 2;
            }
            places[i] = from + i + shift;
        }
        return places;
    }

    /** True if a line with this request follows. */
    boolean follows(String name) {
        return last.getOrDefault(name, -1) >= at;
    }

    boolean blockEndFollows() {
        return lastBrace >= at;
    }

    private int lineEnd(int from) {
        int end = source.indexOf('\n', from);
        return end < 0 ? source.length() : end;
    }

    private static boolean isContinued(CharSequence line) {
        int backslashes = 0;
        while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }

    /** The request of the line that starts here; empty if the line is text or a comment. */
    static String name(String source, int from) {
        if (from >= source.length() || source.charAt(from) != '.' && source.charAt(from) != '\'') {
            return "";
        }
        int begin = from + 1;
        while (begin < source.length() && (source.charAt(begin) == ' ' || source.charAt(begin) == '\t')) {
            begin++;
        }
        int end = begin;
        while (end < source.length() && end < begin + 40 && source.charAt(end) > ' ' && source.charAt(end) != '\\') {
            end++;
        }
        return source.substring(begin, end);
    }
}
