package io.whorl.corpus.internal.text;

import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import io.whorl.corpus.internal.text.PlacedText.TextCursor;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Replaces the escapes of a line: names become characters, strings and registers become their values, and fonts, sizes
 * and motions disappear.
 */
final class TroffEscapes extends TextCursor {
    /** The longest name or delimited argument. */
    private static final int MAX_LENGTH = 256;
    /** A size that has not the form of a name. */
    private static final Pattern SIZE = Pattern.compile("[+-]?'[^']{0," + (MAX_LENGTH - 1) + "}'|[1-3][0-9]");

    private final TroffStrings names;
    private final PlacedTextBuilder out;
    private int begin;

    private TroffEscapes(PlacedText piece, TroffStrings names) {
        super(piece, piece.length());
        this.names = names;
        out = new PlacedTextBuilder(end, piece.mapped);
    }

    static PlacedText text(PlacedText piece, TroffStrings names) {
        return piece.text.indexOf('\\') < 0 ? piece : new TroffEscapes(piece, names).replaced();
    }

    static String text(String line, TroffStrings names) {
        return text(PlacedText.of(line, false), names).text;
    }

    private PlacedText replaced() {
        boolean goesOn = true;
        while (goesOn && at < end) {
            begin = at;
            skip(c -> c != '\\');
            out.append(source, begin, at);
            begin = at++;
            goesOn = at < end && escape(text.charAt(at++));
        }
        return out.build();
    }

    /** Prints text that stands for what was read since the escape began. */
    private void print(String printed) {
        out.append(printed, source.start(begin), source.end(at - 1));
    }

    /** Processes one escape; returns false if it ends the line. */
    private boolean escape(char c) {
        switch (c) {
            case '"', '#' -> {
                return false;
            }
            case 'f', 'F', 'm', 'M', 'g', 'k', 'V', 'Y', '$' -> name();
            case 's' -> {
                if (take(SIZE, 0).isEmpty()) {
                    sign();
                    name();
                }
            }
            case '*' -> print(names.string(name()));
            case 'n' -> {
                sign();
                // Of the number registers, only that of groff has a value, for the conditions.
                print(name().equals(".g") ? "1" : "");
            }
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

    private boolean sign() {
        return skip("+") || skip("-");
    }

    /** Reads a name of one character, of two after a parenthesis, or of any length in square brackets. */
    private String name() {
        return skip("(") ? take(2) : skip("[") ? until(']') : take(1);
    }

    /** Reads up to this character and skips it; empty if it is not near. */
    private String until(char close) {
        int last = Math.min(end, at + MAX_LENGTH);
        int to = PlacedText.runEnd(text, at, last, c -> c != close);
        if (to == last) {
            return "";
        }
        String inside = text.substring(at, to);
        at = to + 1;
        return inside;
    }

    private String argument() {
        return at < end ? until(text.charAt(at++)) : "";
    }

    /** Keeps the first letter or digit of characters that are printed over each other. */
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

    /** The strings of a document. The total size of inserted values is bounded. */
    static final class TroffStrings {
        private static final int MAX_STRINGS = 10_000;
        private static final Map<String, String> PREDEFINED = NameTable.pairs("troff-strings.txt");

        private final Map<String, String> strings = new HashMap<>(PREDEFINED);
        private long budget;

        TroffStrings(int size) {
            budget = size + 1_000L;
        }

        void string(String name, String value, boolean appended) {
            String whole = appended ? strings.getOrDefault(name, "") + value : value;
            if (strings.size() < MAX_STRINGS || strings.containsKey(name)) {
                strings.put(name, whole.substring(0, Math.min(whole.length(), MAX_LENGTH)));
            }
        }

        String string(String name) {
            return repeated(strings.getOrDefault(name, ""));
        }

        /** Returns a value that is inserted again; empty once the insertions exceed the size of the document. */
        String repeated(String value) {
            budget -= value.length();
            return budget < 0 ? "" : value;
        }

        boolean isString(String name) {
            return strings.containsKey(name);
        }
    }
}
