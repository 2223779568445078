package io.whorl.corpus.internal.text;

import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import io.whorl.corpus.internal.text.TroffFormat.TroffVariables;
import java.text.Normalizer;
import java.util.HashMap;
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
        private static final Map<String, String> NAMED = new HashMap<>();
        private static final String ACCENTS = "'`^~:,oav";
        private static final String MARKS = "\u0301\u0300\u0302\u0303\u0308\u0327\u030a\u0306\u030c";

        static {
            String pairs =
                    "em\u2014 en\u2013 hy- lq\u201c rq\u201d oq\u2018 cq\u2019 aq' dq\" Bq\u201e bq\u201a Fo\u00ab"
                            + " Fc\u00bb"
                            + " fo\u2039 fc\u203a bu\u2022 ci\u25cb sq\u25a1 co\u00a9 rg\u00ae tm\u2122"
                            + " de\u00b0 +-\u00b1 mu\u00d7 di\u00f7 -> <-"
                            + " <=\u2264 >=\u2265 !=\u2260 ==\u2261 ~~\u2248 if\u221e 12\u00bd 14\u00bc"
                            + " 34\u00be ss\u00df AE\u00c6 ae\u00e6 OE\u0152"
                            + " oe\u0153 /O\u00d8 /o\u00f8 /L\u0141 /l\u0142 -D\u00d0 Sd\u00f0 TP\u00de"
                            + " Tp\u00fe .i\u0131 Eu\u20ac eu\u20ac Po\u00a3"
                            + " Ye\u00a5 ct\u00a2 Cs\u00a4 sc\u00a7 ps\u00b6 dg\u2020 dd\u2021 ti~ ha^ ga`"
                            + " aa\u00b4 rs\\ sl/ ul_ ru_ at@ sh# Do$"
                            + " lB[ rB] lC{ rC} la\u27e8 ra\u27e9 fi\ufb01 fl\ufb02 ff\ufb00 Fi\ufb03 Fl\ufb04"
                            + " bar| br| bv| or| fm\u2032 sd\u2033"
                            + " r!\u00a1 r?\u00bf Of\u00aa Om\u00ba S1\u00b9 S2\u00b2 S3\u00b3 OK\u2713 pl+"
                            + " mi\u2212 eq= **\u2217 no\u00ac"
                            + " *a\u03b1 *b\u03b2 *g\u03b3 *d\u03b4 *e\u03b5 *z\u03b6 *y\u03b7 *h\u03b8"
                            + " *i\u03b9 *k\u03ba *l\u03bb *m\u03bc"
                            + " *n\u03bd *c\u03be *o\u03bf *p\u03c0 *r\u03c1 *s\u03c3 *t\u03c4 *u\u03c5"
                            + " *f\u03c6 *x\u03c7 *q\u03c8 *w\u03c9"
                            + " *D\u0394 *G\u0393 *S\u03a3 *W\u03a9 *P\u03a0 *L\u039b";
            for (String pair : pairs.split(" ")) {
                if (pair.startsWith("bar")) {
                    NAMED.put("bar", "|");
                } else if (pair.length() > 2) {
                    NAMED.put(pair.substring(0, 2), pair.substring(2));
                }
            }
            NAMED.put("->", "\u2192");
            NAMED.put("<-", "\u2190");
        }

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
