package io.whorl.corpus;

import java.util.regex.Pattern;

/** Converts a glob into a regular expression. */
final class GlobCompiler {
    private final String glob;
    private final StringBuilder regex = new StringBuilder();
    private int at;
    private boolean inBraces;

    private GlobCompiler(String glob) {
        this.glob = glob;
    }

    static Pattern compile(String glob) {
        return new GlobCompiler(glob).compile();
    }

    private Pattern compile() {
        while (at < glob.length()) {
            next(glob.charAt(at++));
        }
        if (inBraces) {
            throw invalid("a { without }");
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private void next(char c) {
        switch (c) {
            case '*' -> {
                boolean across = at < glob.length() && glob.charAt(at) == '*';
                at += across ? 1 : 0;
                regex.append(across ? ".*" : "[^/]*");
            }
            case '?' -> regex.append("[^/]");
            case '[' -> characters();
            case '{' -> {
                if (inBraces) {
                    throw invalid("a { within { }");
                }
                inBraces = true;
                regex.append("(?:(?:");
            }
            case '}' -> {
                regex.append(inBraces ? "))" : "\\}");
                inBraces = false;
            }
            case ',' -> regex.append(inBraces ? ")|(?:" : ",");
            case '\\' -> {
                if (at == glob.length()) {
                    throw invalid("a backslash with nothing behind it");
                }
                literal(glob.charAt(at++));
            }
            default -> literal(c);
        }
    }

    private void characters() {
        int end = glob.indexOf(']', at + 1);
        if (end < 0) {
            throw invalid("a [ without ]");
        }
        boolean others = glob.charAt(at) == '!';
        String set = glob.substring(at + (others ? 1 : 0), end);
        if (set.isEmpty()) {
            throw invalid("an empty [ ]");
        }
        regex.append("(?!/)[").append(others ? "^" : "");
        for (int i = 0; i < set.length(); i++) {
            char c = set.charAt(i);
            boolean range = c == '-' && i > 0 && i < set.length() - 1;
            if (range && set.charAt(i - 1) > set.charAt(i + 1)) {
                throw invalid("a range from a later character to an earlier");
            }
            regex.append(range || Character.isLetterOrDigit(c) || Character.isSurrogate(c) ? "" : "\\")
                    .append(c);
        }
        regex.append(']');
        at = end + 1;
    }

    private void literal(char c) {
        regex.append("\\.[]{}()*+-?^$|#& ".indexOf(c) >= 0 ? "\\" : "").append(c);
    }

    private IllegalArgumentException invalid(String what) {
        return new IllegalArgumentException("the pattern " + glob + " has " + what);
    }
}
