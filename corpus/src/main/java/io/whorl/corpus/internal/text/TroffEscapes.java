package io.whorl.corpus.internal.text;

import org.agrona.collections.IntArrayList;

/**
 * Replaces the escapes of a line: names become characters, strings and registers become their values, and fonts, sizes
 * and motions disappear.
 */
final class TroffEscapes {
    /** The longest name or delimited argument. */
    private static final int MAX_LENGTH = 256;

    private final String line;
    private final TroffVariables names;
    private final StringBuilder out = new StringBuilder();
    /** The part of the line that each printed character stands for, the end exclusive. */
    private final IntArrayList begins = new IntArrayList();

    private final IntArrayList ends = new IntArrayList();
    private int at;

    private final boolean mapped;

    private TroffEscapes(String line, TroffVariables names, boolean mapped) {
        this.line = line;
        this.names = names;
        this.mapped = mapped;
    }

    static String text(String line, TroffVariables names) {
        return line.indexOf('\\') < 0 ? line : new TroffEscapes(line, names, false).replaced(false);
    }

    static TroffPiece text(TroffPiece piece, TroffVariables names) {
        if (piece.text.indexOf('\\') < 0) {
            return piece;
        }
        TroffEscapes escapes = new TroffEscapes(piece.text, names, piece.isMapped());
        String text = escapes.replaced(false);
        if (!piece.isMapped()) {
            return TroffPiece.unmapped(text);
        }
        int[] starts = escapes.begins.toIntArray();
        int[] ends = escapes.ends.toIntArray();
        for (int i = 0; i < starts.length; i++) {
            starts[i] = piece.starts[starts[i]];
            ends[i] = piece.ends[ends[i] - 1];
        }
        return new TroffPiece(text, starts, ends);
    }

    /** Like {@link #text}, for an expression, in which an unset register is 0. */
    static String numbers(String line, TroffVariables names) {
        return line.indexOf('\\') < 0 ? line : new TroffEscapes(line, names, false).replaced(true);
    }

    private String replaced(boolean numbers) {
        while (at < line.length()) {
            int begin = at;
            char c = line.charAt(at++);
            if (c != '\\' || at == line.length()) {
                out.append(c == '\\' ? "" : String.valueOf(c));
            } else if (!escape(line.charAt(at++), numbers)) {
                break;
            }
            while (mapped && begins.size() < out.length()) {
                begins.addInt(begin);
                ends.addInt(at);
            }
        }
        return out.toString();
    }

    /** Processes one escape; returns false if it ends the line. */
    private boolean escape(char c, boolean numbers) {
        switch (c) {
            case '"', '#' -> {
                return false;
            }
            case 'f', 'F', 'm', 'M', 'g', 'k', 'V', 'Y', '$' -> name();
            case 's' -> size();
            case '*' -> out.append(names.string(name()));
            case 'n' -> register(numbers);
            case '(' -> out.append(TroffCharacters.named(take(2)));
            case '[' -> out.append(TroffCharacters.named(until(']')));
            case 'C' -> out.append(TroffCharacters.named(argument()));
            case 'N' -> out.append(TroffCharacters.codePoint(argument(), 10));
            case 'o' -> out.append(overstruck(argument()));
            case 'h', 'v', 'w', 'l', 'L', 'b', 'x', 'D', 'X', 'Z', 'A', 'B', 'R', 'S', 'H' -> argument();
            case '&', ')', '|', '^', '/', ',', ':', '%', '{', '}', 'u', 'd', 'r', 'p', 'c', 'z', '!', '?', '\n' -> {}
            case ' ', '~', '0', 't' -> out.append(' ');
            case 'e', 'E', '\\' -> out.append('\\');
            case '\'' -> out.append('\u00b4');
            default -> out.append(c);
        }
        return true;
    }

    private String take(int count) {
        int from = at;
        at = Math.min(line.length(), at + count);
        return line.substring(from, at);
    }

    /** Reads a name of one character, of two after a parenthesis, or of any length in square brackets. */
    private String name() {
        if (at < line.length() && line.charAt(at) == '(') {
            at++;
            return take(2);
        }
        if (at < line.length() && line.charAt(at) == '[') {
            at++;
            return until(']');
        }
        return take(1);
    }

    /** Reads up to this character and skips it; empty if it is not near. */
    private String until(char end) {
        int close = at;
        int last = Math.min(line.length(), at + MAX_LENGTH);
        while (close < last && line.charAt(close) != end) {
            close++;
        }
        if (close == last) {
            return "";
        }
        String inside = line.substring(at, close);
        at = close + 1;
        return inside;
    }

    private String argument() {
        return at < line.length() ? until(line.charAt(at++)) : "";
    }

    private void size() {
        boolean signed = at < line.length() && (line.charAt(at) == '+' || line.charAt(at) == '-');
        at += signed ? 1 : 0;
        if (at < line.length() && line.charAt(at) == '\'') {
            argument();
        } else {
            boolean two = !signed
                    && at + 1 < line.length()
                    && line.charAt(at) >= '1'
                    && line.charAt(at) <= '3'
                    && Character.isDigit(line.charAt(at + 1));
            if (two) {
                take(2);
            } else {
                name();
            }
        }
    }

    private void register(boolean numbers) {
        boolean signed = at < line.length() && (line.charAt(at) == '+' || line.charAt(at) == '-');
        at += signed ? 1 : 0;
        int value = names.register(name());
        if (numbers || value != 0) {
            out.append(value);
        }
    }

    /** Of overstruck characters, keeps the first letter or digit. */
    private static String overstruck(String characters) {
        for (int i = 0; i < characters.length(); i++) {
            if (Character.isLetterOrDigit(characters.charAt(i)) && (i == 0 || characters.charAt(i - 1) != '\\')) {
                return characters.substring(i, i + 1);
            }
        }
        return "";
    }
}
