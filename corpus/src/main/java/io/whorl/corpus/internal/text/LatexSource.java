package io.whorl.corpus.internal.text;

/** A LaTeX source and the place read to. */
final class LatexSource {
    private final String source;
    private final int end;
    private int at;

    LatexSource(String source, int end) {
        this.source = source;
        this.end = end;
    }

    boolean isAtEnd() {
        return at >= end;
    }

    int place() {
        return at;
    }

    void moveTo(int place) {
        at = place;
    }

    char next() {
        return source.charAt(at++);
    }

    /** The character here; 0 at the end. */
    private char here() {
        return at < end ? source.charAt(at) : 0;
    }

    boolean skip(char c) {
        boolean is = at < end && source.charAt(at) == c;
        at += is ? 1 : 0;
        return is;
    }

    boolean skip(String s) {
        boolean is = at + s.length() <= end && source.startsWith(s, at);
        at += is ? s.length() : 0;
        return is;
    }

    void skipAny() {
        at += at < end ? 1 : 0;
    }

    void spaces() {
        while (here() == ' ' || here() == '\t') {
            at++;
        }
    }

    /** Whether the line that begins here has nothing but white space; passes over that, and indents. */
    boolean isBlankLine() {
        boolean blank = false;
        while (at < end && source.charAt(at) <= ' ') {
            blank |= source.charAt(at) == '\n';
            at++;
        }
        return blank;
    }

    /** Past the end of its line and the indent of the next, as a comment joins lines; an empty line stays. */
    void comment() {
        while (at < end && source.charAt(at) != '\n') {
            at++;
        }
        int newline = at;
        skipAny();
        if (isBlankLine()) {
            at = newline;
        }
    }

    /** What stands after a backslash: letters, or any one character. */
    String commandName() {
        int from = at;
        while (at < end && (isLetter(source.charAt(at)) || at > from && source.charAt(at) == '@')) {
            at++;
        }
        if (at == from) {
            skipAny();
        }
        return source.substring(from, at);
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    /** The name in braces here, passed over; empty, and nothing passed over, if there is none of up to 40 letters. */
    String environmentName() {
        spaces();
        int close = here() == '{' ? at + 1 : end;
        while (close < end && close < at + 42 && (isLetter(source.charAt(close)) || source.charAt(close) == '*')) {
            close++;
        }
        if (close >= end || source.charAt(close) != '}') {
            return "";
        }
        String name = source.substring(at + 1, close);
        at = close + 1;
        return name;
    }

    /** What stands between two of the same character here, on one line; empty if nothing does. */
    String verb(int longest) {
        skip('*');
        char border = here();
        int close = at + 1;
        while (close < end && close - at < longest && source.charAt(close) != border && source.charAt(close) != '\n') {
            close++;
        }
        if (border <= ' ' || close >= end || source.charAt(close) != border) {
            return "";
        }
        String text = source.substring(at + 1, close);
        at = close + 1;
        return text;
    }

    /** The letter that an accent goes on, perhaps in braces, passed over; 0 if there is none. */
    char accented(boolean spaced) {
        int from = at;
        if (spaced) {
            spaces();
        }
        boolean braces = skip('{');
        boolean dotless = skip('\\');
        char letter = here();
        if (!Character.isLetter(letter) || dotless && letter != 'i' && letter != 'j') {
            at = from;
            return 0;
        }
        at++;
        if (braces && !skip('}')) {
            at = from;
            return 0;
        }
        if (dotless && !braces) {
            spaces();
        }
        return letter;
    }

    /** Past the brace that opens an argument, if nothing but spaces and one line's end stand before it. */
    boolean skipToBrace() {
        int from = at;
        spaces();
        if (skip('\n')) {
            spaces();
        }
        boolean is = skip('{');
        at = is ? at : from;
        return is;
    }

    /** Past a command that stands for an argument. */
    boolean skipCommand() {
        if (here() != '\\') {
            return false;
        }
        at++;
        commandName();
        return true;
    }

    /** To the next brace of this line. */
    void toBrace() {
        while (at < end && here() != '{' && here() != '\n') {
            at++;
        }
    }
}
