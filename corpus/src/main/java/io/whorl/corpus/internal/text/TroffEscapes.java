package io.whorl.corpus.internal.text;

import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import io.whorl.corpus.internal.text.TroffFormat.TroffVariables;
import java.text.Normalizer;
import java.util.Map;

/**
 * Replaces the escapes of a line: names become characters, strings and registers become their values, and fonts, sizes
 * and motions disappear.
 */
final class TroffEscapes {
    /** The longest name or delimited argument. */
    private static final int MAX_LENGTH = 256;

    private final PlacedText piece;
    private final String line;
    private final TroffVariables names;
    /** True in an expression, in which an unset register is 0. */
    private final boolean numbers;

    private final PlacedTextBuilder out;
    private int begin;
    private int at;

    private TroffEscapes(PlacedText piece, TroffVariables names, boolean numbers) {
        this.piece = piece;
        line = piece.text;
        this.names = names;
        this.numbers = numbers;
        out = new PlacedTextBuilder(line.length(), piece.mapped);
    }

    static PlacedText text(PlacedText piece, TroffVariables names) {
        return piece.text.indexOf('\\') < 0 ? piece : new TroffEscapes(piece, names, false).replaced();
    }

    static String text(String line, TroffVariables names) {
        return text(PlacedText.of(line, false), names).text;
    }

    /** Like {@link #text}, for an expression. */
    static String numbers(String line, TroffVariables names) {
        return new TroffEscapes(PlacedText.of(line, false), names, true).replaced().text;
    }

    private PlacedText replaced() {
        while (at < line.length()) {
            begin = at;
            char c = line.charAt(at++);
            if (c != '\\') {
                out.append(piece, begin, at);
            } else if (at < line.length() && !escape(line.charAt(at++))) {
                break;
            }
        }
        return out.build();
    }

    /** Prints text that stands for what was read since the escape began. */
    private void print(String text) {
        out.append(text, piece.start(begin), piece.end(at - 1));
    }

    /** Processes one escape; returns false if it ends the line. */
    private boolean escape(char c) {
        switch (c) {
            case '"', '#' -> {
                return false;
            }
            case 'f', 'F', 'm', 'M', 'g', 'k', 'V', 'Y', '$' -> name();
            case 's' -> size();
            case '*' -> print(names.string(name()));
            case 'n' -> register();
            case '(' -> print(TroffCharacters.named(take(2)));
            case '[' -> print(TroffCharacters.named(until(']')));
            case 'C' -> print(TroffCharacters.named(argument()));
            case 'N' -> print(TroffCharacters.codePoint(argument(), 10));
            case 'o' -> print(overstruck(argument()));
            case 'h', 'v', 'w', 'l', 'L', 'b', 'x', 'D', 'X', 'Z', 'A', 'B', 'R', 'S', 'H' -> argument();
            case '&', ')', '|', '^', '/', ',', ':', '%', '{', '}', 'u', 'd', 'r', 'p', 'c', 'z', '!', '?', '\n' -> {}
            case ' ', '~', '0', 't' -> print(" ");
            case 'e', 'E', '\\' -> print("\\");
            case '\'' -> print("\u00b4");
            default -> print(String.valueOf(c));
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
        int last = Math.min(line.length(), at + MAX_LENGTH);
        int close = PlacedText.runEnd(line, at, last, c -> c != end);
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

    private void register() {
        boolean signed = at < line.length() && (line.charAt(at) == '+' || line.charAt(at) == '-');
        at += signed ? 1 : 0;
        int value = names.register(name());
        if (numbers || value != 0) {
            print(Integer.toString(value));
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

    /** Named characters (groff_char(7)). An unknown name prints nothing. */
    private static final class TroffCharacters {
        private static final Map<String, String> NAMED = NameTable.pairs("troff-characters.txt");
        private static final String ACCENTS = "'`^~:,oav";
        private static final String MARKS = "\u0301\u0300\u0302\u0303\u0308\u0327\u030a\u0306\u030c";

        static String named(String name) {
            String known = NAMED.get(name);
            if (known != null) {
                return known;
            }
            if (name.startsWith("u") && name.length() > 4) {
                return unicode(name.substring(1));
            }
            if (name.startsWith("char")) {
                return codePoint(name.substring(4), 10);
            }
            int accent = name.length() == 2 ? ACCENTS.indexOf(name.charAt(0)) : -1;
            return accent >= 0 && Character.isLetter(name.charAt(1))
                    ? Normalizer.normalize("" + name.charAt(1) + MARKS.charAt(accent), Normalizer.Form.NFC)
                    : "";
        }

        /** Decodes a hexadecimal code point, or several joined by underscores, which form one character. */
        private static String unicode(String hex) {
            StringBuilder text = new StringBuilder();
            for (String part : hex.split("_")) {
                text.append(codePoint(part, 16));
            }
            return Normalizer.normalize(text, Normalizer.Form.NFC);
        }

        static String codePoint(String digits, int radix) {
            try {
                return Character.toString(Integer.parseInt(digits, radix));
            } catch (IllegalArgumentException e) {
                return "";
            }
        }
    }
}
