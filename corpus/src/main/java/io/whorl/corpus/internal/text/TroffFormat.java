package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import io.whorl.corpus.internal.text.ProseFormat.HeadChecks;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import io.whorl.corpus.internal.text.TroffEscapes.TroffStrings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Manual pages and other troff documents with the macros of man, mdoc, ms, me or mm. Detected by a troff comment or a
 * title at the start, or by name if the first line is a request.
 */
final class TroffFormat extends ProseFormat {
    private static final Pattern NAME =
            Pattern.compile("(?is).*\\.(?:[1-9][a-z]{0,6}|man|mdoc|ms|me|mm|roff|troff|nroff|tr)");
    private static final Set<String> TITLES = Set.of("TH", "Dd", "TL", "so");
    private static final Pattern COMMENT = Pattern.compile("(?:[.'][ \\t]*)?\\\\[\"#].*|[.']");
    private static final Pattern REQUEST =
            Pattern.compile("[.'][ \\t]*[A-Za-z(\\[%][A-Za-z0-9()\\[]{0,4}(?:[ \\t\\\\].*)?");

    TroffFormat() {
        super("troff", "text/troff", "application/x-troff-man", "application/x-troff");
    }

    @Override
    boolean begins(String first, Head head) {
        boolean comments = false;
        if (!HeadChecks.mayBeginWith(".'\\", first)) {
            return false;
        }
        for (String line : (Iterable<String>) first.lines()::iterator) {
            if (COMMENT.matcher(line).matches()) {
                comments |= line.length() > 1;
            } else if (!line.isBlank()) {
                return TITLES.contains(name(line, 0)) && line.startsWith(".")
                        || (comments || NAME.matcher(head.name()).matches())
                                && REQUEST.matcher(line).matches();
            }
        }
        return false;
    }

    @Override
    PlacedText convert(DecodedText decoded, Head head, boolean mapped) throws TextConversionException {
        TroffConverter troff = new TroffConverter(decoded.placed(mapped).unified());
        PlacedText text = troff.convert();
        if (text.length() == 0 && !troff.target.isEmpty()) {
            throw new TextConversionException(Skipped.Reason.POINTER, "a page that only refers to " + troff.target);
        }
        return text;
    }

    /** The request of the line that starts here; empty if the line is text or a comment. */
    private static String name(String source, int from) {
        if (from >= source.length() || source.charAt(from) != '.' && source.charAt(from) != '\'') {
            return "";
        }
        int begin = PlacedText.runEnd(source, from + 1, source.length(), c -> c == ' ' || c == '\t');
        int most = Math.min(source.length(), begin + 40);
        int end = PlacedText.runEnd(source, begin, most, c -> c > ' ' && c != '\\');
        return source.substring(begin, end);
    }

    /** The effects of requests and macros on text, which the table of macros describes. Unknown ones print nothing. */
    private enum Kind {
        NOTHING,
        LINE,
        PARAGRAPH,
        HEADING,
        NUMBERED,
        WORDS,
        JOINED,
        ITEM,
        SEMANTIC,
        SEMANTIC_ITEM,
        LITERAL,
        FILLED
    }

    /** Converts a troff source to text, line by line, in one pass. Lines are joined at backslashes. */
    private static final class TroffConverter {
        private static final Map<String, String> KINDS = NameTable.valuesByWord("troff-macros.txt");

        /** The start and end macros of dropped sections: tables, equations, pictures, graphs, references (COPS 5.1). */
        private static final Map<String, String> DROPPED = Map.of(
                "TS", "TE", "EQ", "EN", "PS", "PE", "GS", "GE", "G1", "G2", "cstart", "cend", "[", "]", "R1", "R2",
                "Rs", "Re", "ig", ".");

        private static final Set<String> DEFINITIONS = Set.of("de", "de1", "dei", "dei1", "am", "am1", "ami", "ami1");
        private static final Set<String> SECTIONS = Set.of("SH", "SS", "Sh", "Ss", "TH");
        private static final Set<Kind> PRINTING = Set.of(Kind.HEADING, Kind.WORDS, Kind.JOINED, Kind.ITEM);

        private static final int MAX_DEPTH = 100;
        private static final int MAX_MACROS = 10_000;
        /** The largest number of distinct requests; no real document has as many. */
        private static final int MAX_REQUESTS = 10_000;

        private static final String CLOSING = ".,:;)]?!";
        private static final Map<String, String> SYSTEMS = NameTable.lines("mdoc-systems.txt");

        private final PlacedText text;
        private final String source;
        private final Map<String, Integer> last = new HashMap<>();

        private final int lastBrace;
        private int nextLine;

        private final ProseBuilder out;
        private final TroffStrings names;
        /** The macros that the document defines; true if they print their arguments. */
        private final Map<String, Boolean> macros = new HashMap<>();

        private final Deque<Boolean> alternatives = new ArrayDeque<>();
        private boolean literal;
        /** The file that this document refers to; empty if there is none. */
        private String target = "";
        /** The line that is processed, and where the rest of it begins. */
        private PlacedText current = PlacedText.EMPTY;

        private String line = "";
        private int at;
        /** The name that the page documents, which {@code Nm} prints without arguments. */
        private String subject = "";

        TroffConverter(PlacedText text) {
            this.text = text;
            source = text.text;
            out = new ProseBuilder(text);
            names = new TroffStrings(source.length());
            lastBrace = source.lastIndexOf("\\}");
            for (int i = 0; i < source.length(); i = lineEnd(i) + 1) {
                String name = name(source, i);
                if (!name.isEmpty()
                        && (last.size() < MAX_REQUESTS || last.containsKey(name) || DROPPED.containsValue(name))) {
                    last.put(name, i);
                }
            }
        }

        PlacedText convert() {
            while (nextLine < source.length()) {
                line(next());
            }
            return out.build();
        }

        // ---- lines ----

        private PlacedText next() {
            int end = lineEnd(nextLine);
            PlacedText read = text.part(nextLine, end);
            nextLine = end + 1;
            if (!isContinued(read.text)) {
                return read;
            }
            PlacedTextBuilder joined = new PlacedTextBuilder(2 * read.length(), text.mapped);
            joined.append(read);
            while (isContinued(joined.characters()) && nextLine < source.length()) {
                joined.cutTo(joined.length() - 1);
                end = lineEnd(nextLine);
                joined.append(text, nextLine, end);
                nextLine = end + 1;
            }
            return joined.build();
        }

        private int lineEnd(int from) {
            int end = source.indexOf('\n', from);
            return end < 0 ? source.length() : end;
        }

        private static boolean isContinued(CharSequence read) {
            int backslashes = read.length() - PlacedText.runStart(read, 0, read.length(), c -> c == '\\');
            return backslashes % 2 == 1;
        }

        private boolean follows(String name) {
            return last.getOrDefault(name, -1) >= nextLine;
        }

        private void line(PlacedText whole) {
            current = whole;
            line = whole.text;
            at = 0;
            if (line.isEmpty()) {
                out.paragraph();
            }
            for (int depth = 0; depth < MAX_DEPTH && at < line.length(); depth++) {
                String name = name(line, at);
                boolean control = line.charAt(at) == '.' || line.charAt(at) == '\'';
                at = control ? line.indexOf(name, at) + name.length() : at;
                if (!control) {
                    text();
                    return;
                } else if (!name.equals("if") && !name.equals("ie") && !name.equals("el")) {
                    if (!name.isEmpty()) {
                        request(name, current.part(at, commentStart()));
                    }
                    return;
                } else if (!holds(name)) {
                    skipBlock(line.substring(at));
                    return;
                } else if (line.startsWith("\\{", at)) {
                    at += 2;
                    spaces();
                }
            }
        }

        private int commentStart() {
            int backslash = line.indexOf('\\', at);
            while (backslash >= 0
                    && backslash + 1 < line.length()
                    && line.charAt(backslash + 1) != '"'
                    && line.charAt(backslash + 1) != '#') {
                backslash = line.indexOf('\\', backslash + 2);
            }
            return backslash < 0 || backslash + 1 >= line.length() ? line.length() : backslash;
        }

        private void text() {
            PlacedText rest = current.part(at, line.length());
            if (rest.text.isBlank()) {
                out.paragraph();
                return;
            }
            if (literal || rest.charAt(0) == ' ') {
                out.line();
            }
            out.text(TroffEscapes.text(rest, names));
            // After \c the formatter joins the next line without a space.
            if (!rest.text.endsWith("\\c")) {
                out.space();
            }
        }

        // ---- conditions ----

        /** Evaluates a condition, and moves behind it. */
        private boolean holds(String request) {
            boolean holds;
            if (request.equals("el")) {
                Boolean alternative = alternatives.poll();
                holds = alternative != null && alternative;
            } else {
                holds = condition();
                if (request.equals("ie") && alternatives.size() < MAX_DEPTH) {
                    alternatives.push(!holds);
                }
            }
            spaces();
            return holds;
        }

        private void spaces() {
            at = PlacedText.runEnd(line, at, line.length(), Character::isWhitespace);
        }

        /** Evaluates a condition like a formatter for terminals (nroff). */
        private boolean condition() {
            boolean not = false;
            for (; at < line.length() && (line.charAt(at) == '!' || line.charAt(at) <= ' '); at++) {
                not ^= line.charAt(at) == '!';
            }
            if (at == line.length()) {
                return false;
            }
            char c = line.charAt(at++);
            boolean holds =
                    switch (c) {
                        case 'n', 'o' -> true;
                        case 't', 'e', 'v' -> false;
                        case 'c', 'd', 'r', 'm', 'F', 'S' -> {
                            String name = word().strip();
                            yield c == 'c' || c == 'd' && names.isString(name);
                        }
                        case '\'', '"' -> equal(c);
                        default -> {
                            int open = line.indexOf("\\{", --at);
                            int from = at;
                            word();
                            at = open >= 0 ? Math.min(at, open) : at;
                            // A number that is not computed: positive if its first digit is.
                            String number = TroffEscapes.text(line.substring(from, at), names);
                            yield !number.isEmpty() && number.charAt(0) >= '1' && number.charAt(0) <= '9';
                        }
                    };
            return holds ^ not;
        }

        /** Compares two texts between these quotes. */
        private boolean equal(char quote) {
            int middle = line.indexOf(quote, at);
            int end = middle < 0 ? -1 : line.indexOf(quote, middle + 1);
            if (end < 0) {
                at = line.length();
                return false;
            }
            String first = TroffEscapes.text(line.substring(at, middle), names);
            at = end + 1;
            return first.equals(TroffEscapes.text(line.substring(middle + 1, end), names));
        }

        private String word() {
            int from = at;
            at = PlacedText.runEnd(line, at, line.length(), c -> c == ' ');
            at = PlacedText.runEnd(line, at, line.length(), c -> c > ' ');
            return line.substring(from, at);
        }

        /** Skips a block. A section heading ends a block without an end. */
        private void skipBlock(String first) {
            int depth = braces(first);
            while (depth > 0 && nextLine < source.length() && lastBrace >= nextLine) {
                PlacedText skipped = next();
                if (SECTIONS.contains(name(skipped.text, 0))) {
                    line(skipped);
                    return;
                }
                depth += braces(skipped.text);
            }
        }

        private static int braces(String line) {
            int depth = 0;
            for (int i = line.indexOf('\\'); i >= 0 && i + 1 < line.length(); i = line.indexOf('\\', i + 2)) {
                depth += line.charAt(i + 1) == '{' ? 1 : line.charAt(i + 1) == '}' ? -1 : 0;
            }
            return depth;
        }

        // ---- requests and macros ----

        private void request(String name, PlacedText rest) {
            if (DROPPED.containsKey(name)) {
                out.paragraph();
                String end = DROPPED.get(name);
                while (follows(end) && !name(next().text, 0).equals(end)) {
                    // The section is dropped.
                }
            } else if (DEFINITIONS.contains(name)) {
                define(arguments(rest));
            } else if (name.equals("ds") || name.equals("as")) {
                string(rest.text.stripLeading(), name.equals("as"));
            } else if (name.equals("so")) {
                target = rest.text.strip();
            } else {
                macro(name, rest);
            }
        }

        private void define(List<PlacedText> arguments) {
            String end = arguments.size() > 1 ? arguments.get(1).text : ".";
            boolean prints = false;
            boolean ended = false;
            while (!ended && follows(end)) {
                String defined = next().text;
                String name = name(defined, 0);
                ended = name.equals(end);
                boolean isText = name.isEmpty() && !defined.startsWith(".") && !defined.startsWith("'");
                prints |= defined.contains("\\\\$") && (isText || PRINTING.contains(kind(name)));
            }
            if (!arguments.isEmpty() && macros.size() < MAX_MACROS) {
                macros.put(arguments.get(0).text, prints);
            }
        }

        private void string(String definition, boolean appended) {
            int space = definition.indexOf(' ');
            String name = space < 0 ? definition : definition.substring(0, space);
            String value = space < 0 ? "" : definition.substring(space).stripLeading();
            names.string(name, TroffEscapes.text(value.startsWith("\"") ? value.substring(1) : value, names), appended);
        }

        private static Kind kind(String name) {
            return Kind.valueOf(KINDS.getOrDefault(name, Kind.NOTHING.name()));
        }

        private void macro(String name, PlacedText rest) {
            Kind kind = kind(name);
            if (kind == Kind.NOTHING && macros.getOrDefault(name, false)) {
                kind = Kind.WORDS;
            }
            literal = kind == Kind.LITERAL || literal && kind != Kind.FILLED;
            List<PlacedText> arguments = kind == Kind.NOTHING ? List.of() : arguments(rest);
            boolean none = arguments.isEmpty();
            switch (kind) {
                case NOTHING -> {}
                case LINE, FILLED, LITERAL -> out.line();
                case PARAGRAPH -> out.paragraph();
                case HEADING -> heading(arguments);
                case NUMBERED -> heading(none ? arguments : arguments.subList(1, arguments.size()));
                case WORDS -> words(arguments, " ");
                case JOINED -> words(arguments, "");
                case ITEM -> {
                    out.paragraph();
                    if (!none) {
                        words(arguments.subList(0, 1), "");
                    }
                }
                case SEMANTIC -> semantic(name, arguments);
                case SEMANTIC_ITEM -> {
                    out.paragraph();
                    semantic(name, arguments);
                }
            }
        }

        private void heading(List<PlacedText> arguments) {
            out.paragraph();
            words(arguments, " ");
            if (!arguments.isEmpty()) {
                out.paragraph();
            }
        }

        private void words(List<PlacedText> arguments, String between) {
            if (literal) {
                out.line();
            }
            for (PlacedText argument : arguments) {
                out.text(TroffEscapes.text(argument, names));
                out.text(between, 0, 0);
            }
            out.space();
        }

        /** Splits arguments at spaces, except those in quotes or after a backslash. */
        private static List<PlacedText> arguments(PlacedText rest) {
            List<PlacedText> arguments = new ArrayList<>();
            String all = rest.text;
            for (int at = 0; at < all.length(); at++) {
                int from = at;
                if (all.charAt(at) == '"') {
                    PlacedTextBuilder quoted = new PlacedTextBuilder(0, rest.mapped);
                    // A doubled quote is a quote.
                    while (++at < all.length() && (all.charAt(at) != '"' || all.startsWith("\"\"", at))) {
                        at += all.charAt(at) == '"' ? 1 : 0;
                        quoted.append(rest, at, at + 1);
                    }
                    arguments.add(quoted.build());
                } else if (!isSpace(all.charAt(at))) {
                    while (at < all.length() && !isSpace(all.charAt(at))) {
                        at += all.charAt(at) == '\\' && at + 1 < all.length() ? 2 : 1;
                    }
                    arguments.add(rest.part(from, at));
                }
            }
            return arguments;
        }

        private static boolean isSpace(char c) {
            return c == ' ' || c == '\t';
        }

        // ---- mdoc, in which arguments may be macros and some macros print fixed text ----

        private void semantic(String macro, List<PlacedText> arguments) {
            String name = macro;
            for (int from = 0, to; from <= arguments.size(); from = to + 1) {
                to = from;
                while (to < arguments.size() && kind(arguments.get(to).text) != Kind.SEMANTIC) {
                    to++;
                }
                mdoc(name, arguments.subList(from, to));
                name = to < arguments.size() ? arguments.get(to).text : "";
            }
            out.space();
        }

        private void mdoc(String macro, List<PlacedText> words) {
            switch (macro) {
                case "Nm" -> {
                    subject = subject.isEmpty() && !words.isEmpty() ? words.get(0).text : subject;
                    if (words.isEmpty() || isClosing(words.get(0))) {
                        fixed(names.repeated(subject));
                    }
                    words.forEach(this::word);
                }
                case "Fl" -> {
                    if (words.isEmpty()) {
                        preceded("-", PlacedText.EMPTY);
                    }
                    for (PlacedText word : words) {
                        preceded(isClosing(word) ? "" : "-", word);
                        word(word);
                    }
                }
                case "Ar" -> {
                    if (words.isEmpty()) {
                        fixed("file");
                        fixed("...");
                    }
                    words.forEach(this::word);
                }
                case "Xr" -> {
                    boolean section = words.size() > 1;
                    if (section) {
                        followed(words.get(0), "(");
                        followed(words.get(1), ")");
                        out.space();
                    }
                    words.subList(section ? 2 : 0, words.size()).forEach(this::word);
                }
                case "Ns", "Ap" -> {
                    out.cancelSpace();
                    preceded(macro.equals("Ap") ? "'" : "", words.isEmpty() ? PlacedText.EMPTY : words.get(0));
                    words.forEach(this::word);
                }
                case "Pf" -> {
                    words.forEach(this::word);
                    out.cancelSpace();
                }
                case "Bf", "St", "Lb", "Ms" -> {}
                default -> {
                    if (SYSTEMS.containsKey(macro)) {
                        fixed(SYSTEMS.get(macro));
                    }
                    words.forEach(this::word);
                }
            }
        }

        /** The place of the macro in the source, where text is that the source does not have. */
        private int place() {
            return at < current.length() ? current.start(at) : current.end(at - 1);
        }

        private void fixed(String word) {
            word(PlacedText.standing(word, place(), place(), out.isMapped()));
        }

        private void word(PlacedText word) {
            if (isClosing(word)) {
                out.cancelSpace();
            }
            out.text(TroffEscapes.text(word, names));
            out.space();
        }

        private void preceded(String by, PlacedText word) {
            int begin = word.length() > 0 ? word.start(0) : place();
            out.text(by, begin, begin);
        }

        private void followed(PlacedText word, String by) {
            int end = word.length() > 0 ? word.end(word.length() - 1) : place();
            out.text(TroffEscapes.text(word, names));
            out.text(by, end, end);
        }

        private static boolean isClosing(PlacedText word) {
            return word.length() == 1 && CLOSING.indexOf(word.charAt(0)) >= 0;
        }
    }
}
