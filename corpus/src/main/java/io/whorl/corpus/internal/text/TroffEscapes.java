package io.whorl.corpus.internal.text;

import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import io.whorl.corpus.internal.text.TroffFormat.TroffMacros;
import io.whorl.corpus.internal.text.TroffFormat.TroffVariables;
import java.text.Normalizer;
import java.util.List;
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

    /** Prints lines of mdoc, in which arguments may be macros and some macros print fixed text. */
    static final class TroffMdoc {
        private static final String CLOSING = ".,:;)]?!";
        private static final Map<String, String> SYSTEMS = NameTable.lines("mdoc-systems.txt");

        private final ProseBuilder out;
        private final TroffVariables names;
        /** The name that the page documents, which {@code Nm} prints without arguments. */
        private String subject = "";
        /** Where the text of macros that print fixed text is. */
        private int place;

        TroffMdoc(ProseBuilder out, TroffVariables names) {
            this.out = out;
            this.names = names;
        }

        /** @param at the place of the macro in the source */
        void print(String macro, int at, List<PlacedText> arguments) {
            place = at;
            int from = 0;
            String current = macro;
            while (current != null) {
                int end = from;
                while (end < arguments.size() && !isMacro(arguments.get(end).text)) {
                    end++;
                }
                run(current, arguments.subList(from, end));
                current = end < arguments.size() ? arguments.get(end).text : null;
                from = end + 1;
            }
            out.space();
        }

        private static boolean isMacro(String word) {
            return word.length() <= 3 && TroffMacros.kind(word) == TroffMacros.Kind.SEMANTIC;
        }

        private void run(String macro, List<PlacedText> words) {
            switch (macro) {
                case "Nm" -> {
                    subject = subject.isEmpty() && !words.isEmpty() ? words.get(0).text : subject;
                    if (words.isEmpty() || isClosing(words.get(0))) {
                        words(List.of(inserted(names.repeated(subject))));
                    }
                    words(words);
                }
                case "Fl" -> flags(words);
                case "Ar" -> words(words.isEmpty() ? List.of(inserted("file"), inserted("...")) : words);
                case "Xr" -> reference(words);
                case "Ns", "Pf", "Ap" -> {
                    out.cancelSpace();
                    words(words);
                    if (macro.equals("Pf")) {
                        out.cancelSpace();
                    }
                }
                case "Bf", "St", "Lb", "Ms" -> {}
                default -> {
                    if (SYSTEMS.containsKey(macro)) {
                        words(List.of(inserted(SYSTEMS.get(macro))));
                    }
                    words(words);
                }
            }
        }

        /** Text that the source does not have. */
        private PlacedText inserted(String text) {
            return inserted(text, place);
        }

        private PlacedText inserted(String text, int at) {
            return PlacedText.standing(text, at, at, out.isMapped());
        }

        private int begin(PlacedText word) {
            return word.length() > 0 ? word.start(0) : place;
        }

        private int end(PlacedText word) {
            return word.length() > 0 ? word.end(word.length() - 1) : place;
        }

        private void words(List<PlacedText> words) {
            for (PlacedText word : words) {
                if (isClosing(word)) {
                    out.cancelSpace();
                }
                out.text(TroffEscapes.text(word, names));
                out.space();
            }
        }

        private void flags(List<PlacedText> words) {
            if (words.isEmpty()) {
                out.text(inserted("-"));
            }
            for (PlacedText word : words) {
                words(List.of(
                        isClosing(word) ? word : inserted("-", begin(word)).followedBy(word)));
            }
        }

        private void reference(List<PlacedText> words) {
            if (words.size() < 2) {
                words(words);
                return;
            }
            PlacedText name = words.get(0);
            PlacedText section = words.get(1);
            words(List.of(name.followedBy(inserted("(", end(name)))
                    .followedBy(section)
                    .followedBy(inserted(")", end(section)))));
            words(words.subList(2, words.size()));
        }

        private static boolean isClosing(PlacedText word) {
            return word.text.length() == 1 && CLOSING.indexOf(word.text.charAt(0)) >= 0;
        }
    }
}
