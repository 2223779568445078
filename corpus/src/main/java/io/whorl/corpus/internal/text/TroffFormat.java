package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import io.whorl.corpus.internal.text.ProseFormat.HeadChecks;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import io.whorl.corpus.internal.text.TroffEscapes.TroffMdoc;
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
                return TITLES.contains(TroffLines.name(line, 0)) && line.startsWith(".")
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
        if (text.length() == 0 && !troff.target().isEmpty()) {
            throw new TextConversionException(Skipped.Reason.POINTER, "a page that only refers to " + troff.target());
        }
        return text;
    }

    /** The lines of a troff source, joined at backslashes. Knows which requests follow. */
    static final class TroffLines {
        /** The largest number of distinct requests; no real document has as many. */
        private static final int MAX_REQUESTS = 10_000;

        private final PlacedText text;
        private final String source;
        /** The start of the last line of each request. */
        private final Map<String, Integer> last = new HashMap<>();

        private final int lastBrace;
        private int at;

        TroffLines(PlacedText text) {
            this.text = text;
            source = text.text;
            lastBrace = source.lastIndexOf("\\}");
            for (int i = 0; i < source.length(); i = lineEnd(i) + 1) {
                String name = name(source, i);
                if (!name.isEmpty()
                        && (last.size() < MAX_REQUESTS || last.containsKey(name) || TroffMacros.isEnd(name))) {
                    last.put(name, i);
                }
            }
        }

        boolean isAtEnd() {
            return at >= source.length();
        }

        PlacedText next() {
            int end = lineEnd(at);
            PlacedText line = text.part(at, end);
            at = end + 1;
            if (!isContinued(line.text)) {
                return line;
            }
            PlacedTextBuilder joined = new PlacedTextBuilder(2 * line.length(), text.mapped);
            joined.append(line);
            while (isContinued(joined.characters()) && at < source.length()) {
                joined.cutTo(joined.length() - 1);
                end = lineEnd(at);
                joined.append(text, at, end);
                at = end + 1;
            }
            return joined.build();
        }

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
            int backslashes = line.length() - PlacedText.runStart(line, 0, line.length(), c -> c == '\\');
            return backslashes % 2 == 1;
        }

        /** The request of the line that starts here; empty if the line is text or a comment. */
        static String name(String source, int from) {
            if (from >= source.length() || source.charAt(from) != '.' && source.charAt(from) != '\'') {
                return "";
            }
            int begin = PlacedText.runEnd(source, from + 1, source.length(), c -> c == ' ' || c == '\t');
            int most = Math.min(source.length(), begin + 40);
            int end = PlacedText.runEnd(source, begin, most, c -> c > ' ' && c != '\\');
            return source.substring(begin, end);
        }
    }

    /** The effects of requests and of the macros of man, mdoc, ms, me and mm on text. Unknown ones print nothing. */
    static final class TroffMacros {
        /** The table of macros describes the kinds; others print nothing. */
        enum Kind {
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

        private static final Map<String, Kind> KINDS = new HashMap<>();
        /** The start and end macros of dropped sections: tables, equations, pictures, graphs, references (COPS 5.1). */
        private static final Map<String, String> DROPPED = Map.of(
                "TS", "TE", "EQ", "EN", "PS", "PE", "GS", "GE", "G1", "G2", "cstart", "cend", "[", "]", "R1", "R2",
                "Rs", "Re", "ig", ".");

        static {
            NameTable.lines("troff-macros.txt").forEach((kind, names) -> {
                for (String name : names.split(" ")) {
                    KINDS.put(name, Kind.valueOf(kind));
                }
            });
        }

        static Kind kind(String name) {
            return KINDS.getOrDefault(name, Kind.NOTHING);
        }

        /** The macro that ends the dropped section that this one starts; empty if it starts none. */
        static String end(String name) {
            return DROPPED.getOrDefault(name, "");
        }

        static boolean isEnd(String name) {
            return DROPPED.containsValue(name);
        }

        static boolean prints(Kind kind) {
            return kind == Kind.HEADING || kind == Kind.WORDS || kind == Kind.JOINED || kind == Kind.ITEM;
        }
    }

    /** Converts a troff source to text, line by line, in one pass. */
    private static final class TroffConverter {
        private static final int MAX_DEPTH = 100;
        private static final int MAX_MACROS = 10_000;
        private static final Set<String> DEFINITIONS = Set.of("de", "de1", "dei", "dei1", "am", "am1", "ami", "ami1");
        private static final Set<String> SECTIONS = Set.of("SH", "SS", "Sh", "Ss", "TH");

        private final TroffLines lines;
        private final ProseBuilder out;
        private final TroffVariables names;
        private final TroffMdoc semantics;
        /** The macros that the document defines; true if they print their arguments. */
        private final Map<String, Boolean> macros = new HashMap<>();

        private final Deque<Boolean> alternatives = new ArrayDeque<>();
        private boolean literal;
        private String target = "";
        private PlacedText current = PlacedText.EMPTY;
        /** Where the text or the arguments that are processed begin in the current line. */
        private int begin;

        TroffConverter(PlacedText source) {
            out = new ProseBuilder(source);
            lines = new TroffLines(source);
            names = new TroffVariables(source.length());
            semantics = new TroffMdoc(out, names);
        }

        /** The file that this document refers to; empty if there is none. */
        String target() {
            return target;
        }

        PlacedText convert() {
            while (!lines.isAtEnd()) {
                line(lines.next());
            }
            return out.build();
        }

        private void line(PlacedText whole) {
            current = whole;
            String line = whole.text;
            String rest = line;
            for (int depth = 0; depth < MAX_DEPTH && !rest.isEmpty(); depth++) {
                String name = TroffLines.name(rest, 0);
                if (name.equals("if") || name.equals("ie") || name.equals("el")) {
                    rest = condition(name, after(rest, name));
                } else {
                    // Whatever precedes the rest was removed, so the rest ends the line.
                    begin = line.length() - rest.length();
                    one(rest, name);
                    return;
                }
            }
            if (line.isEmpty()) {
                out.paragraph();
            }
        }

        private void one(String line, String name) {
            boolean isControl = line.charAt(0) == '.' || line.charAt(0) == '\'';
            if (!isControl) {
                text(line);
            } else if (!name.isEmpty()) {
                String arguments = after(line, name);
                begin += line.length() - arguments.length();
                request(name, uncommented(arguments));
            }
        }

        private PlacedText piece(String text) {
            return current.part(begin, begin + text.length());
        }

        private static String after(String line, String name) {
            return line.substring(line.indexOf(name) + name.length());
        }

        private static String uncommented(String line) {
            int at = line.indexOf('\\');
            while (at >= 0 && at + 1 < line.length() && line.charAt(at + 1) != '"' && line.charAt(at + 1) != '#') {
                at = line.indexOf('\\', at + 2);
            }
            return at < 0 || at + 1 >= line.length() ? line : line.substring(0, at);
        }

        private void text(String line) {
            if (line.isBlank()) {
                out.paragraph();
                return;
            }
            if (literal || line.charAt(0) == ' ') {
                out.line();
            }
            out.text(TroffEscapes.text(piece(line), names));
            // After \c the formatter joins the next line without a space.
            if (!line.endsWith("\\c")) {
                out.space();
            }
        }

        /** Returns the rest of the line if the condition holds; otherwise skips the block. */
        private String condition(String request, String line) {
            TroffCondition.Outcome outcome;
            if (request.equals("el")) {
                Boolean holds = alternatives.poll();
                outcome = new TroffCondition.Outcome(holds != null && holds, line.stripLeading());
            } else {
                outcome = TroffCondition.of(line, names);
                if (request.equals("ie") && alternatives.size() < MAX_DEPTH) {
                    alternatives.push(!outcome.holds());
                }
            }
            if (!outcome.holds()) {
                skipBlock(outcome.rest());
                return "";
            }
            String rest = outcome.rest();
            return rest.startsWith("\\{") ? rest.substring(2).stripLeading() : rest;
        }

        /** Skips a block. A section heading ends a block without an end. */
        private void skipBlock(String first) {
            int depth = braces(first);
            while (depth > 0 && !lines.isAtEnd() && lines.blockEndFollows()) {
                PlacedText line = lines.next();
                if (SECTIONS.contains(TroffLines.name(line.text, 0))) {
                    line(line);
                    return;
                }
                depth += braces(line.text);
            }
        }

        private static int braces(String line) {
            int depth = 0;
            for (int i = line.indexOf('\\'); i >= 0 && i + 1 < line.length(); i = line.indexOf('\\', i + 2)) {
                depth += line.charAt(i + 1) == '{' ? 1 : line.charAt(i + 1) == '}' ? -1 : 0;
            }
            return depth;
        }

        private void request(String name, String line) {
            String end = TroffMacros.end(name);
            if (!end.isEmpty()) {
                skipTo(end);
            } else if (DEFINITIONS.contains(name)) {
                define(TroffArguments.of(piece(line)));
            } else if (name.equals("ds") || name.equals("as")) {
                string(line.stripLeading(), name.equals("as"));
            } else if (name.equals("nr")) {
                List<PlacedText> arguments = TroffArguments.of(piece(line));
                if (arguments.size() > 1) {
                    names.register(arguments.get(0).text, TroffEscapes.numbers(arguments.get(1).text, names));
                }
            } else if (name.equals("so")) {
                target = line.strip();
            } else {
                macro(name, line);
            }
        }

        private void skipTo(String end) {
            out.paragraph();
            while (lines.follows(end) && !TroffLines.name(lines.next().text, 0).equals(end)) {
                // The section is dropped.
            }
        }

        private void define(List<PlacedText> arguments) {
            String end = arguments.size() > 1 ? arguments.get(1).text : ".";
            boolean prints = false;
            boolean ended = false;
            while (!ended && lines.follows(end)) {
                String line = lines.next().text;
                String name = TroffLines.name(line, 0);
                ended = name.equals(end);
                boolean isText = name.isEmpty() && !line.startsWith(".") && !line.startsWith("'");
                prints |= line.contains("\\\\$") && (isText || TroffMacros.prints(TroffMacros.kind(name)));
            }
            if (!arguments.isEmpty() && macros.size() < MAX_MACROS) {
                macros.put(arguments.get(0).text, prints);
            }
        }

        private void string(String line, boolean appended) {
            int space = line.indexOf(' ');
            String name = space < 0 ? line : line.substring(0, space);
            String value = space < 0 ? "" : line.substring(space).stripLeading();
            names.string(name, TroffEscapes.text(value.startsWith("\"") ? value.substring(1) : value, names), appended);
        }

        private void macro(String name, String line) {
            TroffMacros.Kind kind = TroffMacros.kind(name);
            if (kind == TroffMacros.Kind.NOTHING && macros.getOrDefault(name, false)) {
                kind = TroffMacros.Kind.WORDS;
            }
            literal = kind == TroffMacros.Kind.LITERAL || literal && kind != TroffMacros.Kind.FILLED;
            switch (kind) {
                case NOTHING -> {}
                case LINE, FILLED, LITERAL -> out.line();
                case PARAGRAPH -> out.paragraph();
                case HEADING -> heading(TroffArguments.of(piece(line)));
                case NUMBERED -> heading(withoutFirst(TroffArguments.of(piece(line))));
                case WORDS -> words(TroffArguments.of(piece(line)), " ");
                case JOINED -> words(TroffArguments.of(piece(line)), "");
                case ITEM -> item(TroffArguments.of(piece(line)));
                case SEMANTIC -> semantics.print(name, place(), TroffArguments.of(piece(line)));
                case SEMANTIC_ITEM -> {
                    out.paragraph();
                    semantics.print(name, place(), TroffArguments.of(piece(line)));
                }
            }
        }

        private int place() {
            return begin < current.length() ? current.start(begin) : current.end(begin - 1);
        }

        private static List<PlacedText> withoutFirst(List<PlacedText> arguments) {
            return arguments.subList(Math.min(1, arguments.size()), arguments.size());
        }

        private void heading(List<PlacedText> arguments) {
            out.paragraph();
            words(arguments, " ");
            if (!arguments.isEmpty()) {
                out.paragraph();
            }
        }

        private void item(List<PlacedText> arguments) {
            out.paragraph();
            if (!arguments.isEmpty()) {
                words(arguments.subList(0, 1), "");
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
    }

    /** Evaluates conditions of {@code .if} and {@code .ie} like a formatter for terminals (nroff). */
    private static final class TroffCondition {
        private static final String OPERATORS = "+-*/%<>=&:";

        /** @param rest the rest of the line, which is processed if the condition holds */
        record Outcome(boolean holds, String rest) {}

        static Outcome of(String line, TroffVariables names) {
            int at = 0;
            boolean not = false;
            while (at < line.length() && (line.charAt(at) == '!' || line.charAt(at) <= ' ')) {
                not ^= line.charAt(at) == '!';
                at++;
            }
            if (at == line.length()) {
                return new Outcome(false, "");
            }
            char c = line.charAt(at);
            Outcome outcome =
                    switch (c) {
                        case 'n', 'o', 'c' ->
                            new Outcome(true, line.substring(c == 'c' ? wordEnd(line, at + 1) : at + 1));
                        case 't', 'e', 'v' -> new Outcome(false, line.substring(at + 1));
                        case 'd', 'r', 'm', 'F', 'S' -> named(line, at, names);
                        case '\'', '"' -> equal(line, at, names);
                        default -> numeric(line, at, names);
                    };
            return new Outcome(outcome.holds() ^ not, outcome.rest().stripLeading());
        }

        private static Outcome named(String line, int at, TroffVariables names) {
            int end = wordEnd(line, at + 1);
            boolean holds = line.charAt(at) == 'd'
                    && names.isString(line.substring(at + 1, end).strip());
            return new Outcome(holds, line.substring(end));
        }

        private static Outcome equal(String line, int at, TroffVariables names) {
            int middle = line.indexOf(line.charAt(at), at + 1);
            int end = middle < 0 ? -1 : line.indexOf(line.charAt(at), middle + 1);
            if (end < 0) {
                return new Outcome(false, "");
            }
            String first = TroffEscapes.text(line.substring(at + 1, middle), names);
            return new Outcome(
                    first.equals(TroffEscapes.text(line.substring(middle + 1, end), names)), line.substring(end + 1));
        }

        private static Outcome numeric(String line, int at, TroffVariables names) {
            int end = wordEnd(line, at);
            int open = line.indexOf("\\{", at);
            end = open >= 0 ? Math.min(end, open) : end;
            String expression = TroffEscapes.numbers(line.substring(at, end), names);
            return new Outcome(number(expression) > 0, line.substring(end));
        }

        private static int wordEnd(String line, int from) {
            int begin = PlacedText.runEnd(line, from, line.length(), c -> c == ' ');
            return PlacedText.runEnd(line, begin, line.length(), c -> c > ' ');
        }

        /** Evaluates from left to right without precedence, like troff; ignores units and brackets. */
        static int number(String expression) {
            int value = 0;
            char operator = '+';
            int i = 0;
            while (i < expression.length()) {
                char c = expression.charAt(i);
                if (c >= '0' && c <= '9') {
                    int term = 0;
                    for (; i < expression.length() && expression.charAt(i) >= '0' && expression.charAt(i) <= '9'; i++) {
                        term = term * 10 + expression.charAt(i) - '0';
                    }
                    value = apply(operator, value, term);
                    continue;
                }
                operator = OPERATORS.indexOf(c) >= 0 ? c : operator;
                i++;
            }
            return value;
        }

        private static int apply(char operator, int a, int b) {
            return switch (operator) {
                case '-' -> a - b;
                case '*' -> a * b;
                case '/' -> b == 0 ? 0 : a / b;
                case '%' -> b == 0 ? 0 : a % b;
                case '<' -> a < b ? 1 : 0;
                case '>' -> a > b ? 1 : 0;
                case '=' -> a == b ? 1 : 0;
                case '&' -> a > 0 && b > 0 ? 1 : 0;
                case ':' -> a > 0 || b > 0 ? 1 : 0;
                default -> a + b;
            };
        }
    }

    /** Splits the arguments of a request or macro at spaces, except those in quotes or after a backslash. */
    private static final class TroffArguments {
        private final PlacedText line;
        private int at;

        private TroffArguments(PlacedText line) {
            this.line = line;
        }

        static List<PlacedText> of(PlacedText line) {
            return new TroffArguments(line).all();
        }

        private List<PlacedText> all() {
            List<PlacedText> arguments = new ArrayList<>();
            while (at < line.length()) {
                if (isSpace(line.charAt(at))) {
                    at++;
                } else {
                    arguments.add(line.charAt(at) == '"' ? quoted() : bare());
                }
            }
            return arguments;
        }

        private static boolean isSpace(char c) {
            return c == ' ' || c == '\t';
        }

        /** Reads a quoted argument; a doubled quote is a quote. */
        private PlacedText quoted() {
            PlacedTextBuilder argument = new PlacedTextBuilder(0, line.mapped);
            at++;
            while (at < line.length()) {
                if (line.charAt(at) == '"') {
                    at++;
                    if (at == line.length() || line.charAt(at) != '"') {
                        break;
                    }
                }
                argument.append(line, at, at + 1);
                at++;
            }
            return argument.build();
        }

        private PlacedText bare() {
            int from = at;
            while (at < line.length() && !isSpace(line.charAt(at))) {
                at += line.charAt(at) == '\\' && at + 1 < line.length() ? 2 : 1;
            }
            return line.part(from, at);
        }
    }

    /** The strings and number registers of a document. The total size of inserted values is bounded. */
    static final class TroffVariables {
        private static final int MAX_VARIABLES = 10_000;
        private static final int MAX_LENGTH = 256;
        private static final Map<String, String> PREDEFINED = NameTable.pairs("troff-strings.txt");

        private final Map<String, String> strings = new HashMap<>(PREDEFINED);
        private final Map<String, Integer> registers = new HashMap<>(Map.of(".g", 1));
        private long budget;

        TroffVariables(int size) {
            budget = size + 1_000L;
        }

        void string(String name, String value, boolean appended) {
            String whole = appended ? strings.getOrDefault(name, "") + value : value;
            if (strings.size() < MAX_VARIABLES || strings.containsKey(name)) {
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

        void register(String name, String value) {
            boolean relative = value.startsWith("+") || value.startsWith("-");
            int number = TroffCondition.number(value);
            if (registers.size() < MAX_VARIABLES || registers.containsKey(name)) {
                registers.put(name, relative ? register(name) + number : number);
            }
        }

        int register(String name) {
            return registers.getOrDefault(name, 0);
        }
    }
}
