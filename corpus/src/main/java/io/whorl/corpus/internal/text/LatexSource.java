package io.whorl.corpus.internal.text;

/** A cursor over a LaTeX source. */
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

    int position() {
        return at;
    }

    void moveTo(int position) {
        at = position;
    }

    char next() {
        return source.charAt(at++);
    }

    /** The current character; 0 at the end. */
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

    /** True if the line that starts here is blank; skips white space up to the next text. */
    boolean isBlankLine() {
        boolean blank = false;
        while (at < end && source.charAt(at) <= ' ') {
            blank |= source.charAt(at) == '\n';
            at++;
        }
        return blank;
    }

    /** Skips a comment, the end of its line and the indent of the next line, but not a blank line. */
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

    /** Reads the name after a backslash: letters, or a single other character. */
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

    /** Reads a name of up to 40 letters in braces; if there is none, returns an empty string and stays. */
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

    /** Reads the text between two equal characters on one line; empty if there is none. */
    String verb(int maxLength) {
        skip('*');
        char border = here();
        int close = at + 1;
        while (close < end
                && close - at < maxLength
                && source.charAt(close) != border
                && source.charAt(close) != '\n') {
            close++;
        }
        if (border <= ' ' || close >= end || source.charAt(close) != border) {
            return "";
        }
        String text = source.substring(at + 1, close);
        at = close + 1;
        return text;
    }

    /** Reads the letter under an accent, perhaps in braces; 0 if there is none. */
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

    /** Skips the opening brace of an argument, which spaces and one line end may precede; false if there is none. */
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

    /** Skips a command that is used as an argument; false if there is none. */
    boolean skipCommand() {
        if (here() != '\\') {
            return false;
        }
        at++;
        commandName();
        return true;
    }

    /** Advances to the next brace of this line. */
    void toBrace() {
        while (at < end && here() != '{' && here() != '\n') {
            at++;
        }
    }
}
