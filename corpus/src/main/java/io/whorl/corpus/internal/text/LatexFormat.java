package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.internal.text.ProseFormat.HeadChecks;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import java.text.Normalizer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.collections.Int2IntHashMap;

/**
 * LaTeX, detected by a document class that only comments and commands precede, or by name if there are commands.
 * Included files are separate documents.
 */
final class LatexFormat extends ProseFormat {
    private static final Pattern BEGINS =
            Pattern.compile("\\\\(?:documentclass|documentstyle|begin\\{document\\})[\\s\\[{].*");
    private static final Pattern BEFORE = Pattern.compile("(?:%.*|\\\\[A-Za-z@]+.*|)");
    private static final Pattern COMMAND = Pattern.compile("\\\\[A-Za-z]{2,}");

    LatexFormat() {
        super("latex", "application/x-latex", "application/x-tex", "text/x-tex");
    }

    @Override
    boolean begins(String first, Head head) {
        return HeadChecks.mayBeginWith("\\%", first) && begins(first)
                || HeadChecks.isNamed(head, ".tex", ".ltx", ".latex")
                        && COMMAND.matcher(first).find();
    }

    private static boolean begins(String first) {
        for (String line : (Iterable<String>) first.lines()::iterator) {
            if (BEGINS.matcher(line.strip() + " ").matches()) {
                return true;
            }
            if (!BEFORE.matcher(line.strip()).matches()) {
                return false;
            }
        }
        return false;
    }

    @Override
    PlacedText convert(DecodedText decoded, Head head, boolean mapped) {
        return LatexConverter.convert(decoded.placed(mapped).unified());
    }

    /** Converts a LaTeX source to text in one pass with a few characters of lookahead. */
    private static final class LatexConverter {
        private static final Set<String> PARAGRAPHS =
                Set.of("par item newpage clearpage cleardoublepage bigskip medskip smallskip appendix".split(" "));
        private static final Set<String> LINES = Set.of("newline", "linebreak", "cr", "tabularnewline");
        private static final Set<String> SPACES = Set.of("quad", "qquad", "xspace", "space", "hfill", "and", "And");

        private final PlacedText source;
        private final LatexSource in;
        private final ProseBuilder out;
        private final LatexEnvironments environments;
        private final LatexGroups groups;
        /** Where the construct that is read begins. */
        private int begin;

        private LatexConverter(PlacedText source) {
            this.source = source;
            environments = new LatexEnvironments(source.text);
            in = new LatexSource(source.text, environments.documentEnd);
            out = new ProseBuilder(source);
            groups = new LatexGroups(environments.document >= 0);
        }

        static PlacedText convert(PlacedText source) {
            LatexConverter prose = new LatexConverter(source);
            while (!prose.in.isAtEnd()) {
                prose.step();
            }
            return prose.out.build();
        }

        private void step() {
            begin = in.position();
            char c = in.next();
            switch (c) {
                case '\\' -> command();
                case '{' -> groups.open('}', 'g', "");
                case '}' -> closed('}');
                case '%' -> in.comment();
                case '$' -> math(in.skip('$') ? "$$" : "$");
                case '~', '&' -> print(" ");
                case '\n' -> newline();
                case ']' -> bracket();
                case '-' -> print(in.skip('-') ? in.skip('-') ? "\u2014" : "\u2013" : "-");
                case '`' -> print(in.skip('`') ? "\u201c" : "\u2018");
                case '\'' -> print(in.skip('\'') ? "\u201d" : "'");
                case '?' -> print(in.skip('`') ? "\u00bf" : "?");
                case '!' -> print(in.skip('`') ? "\u00a1" : "!");
                default -> {
                    if (groups.isPrinted()) {
                        out.character(c, source.start(begin), source.end(begin));
                    }
                }
            }
        }

        /** Prints text that stands for what was read since the construct began. */
        private void print(String text) {
            if (groups.isPrinted()) {
                out.text(text, source.start(begin), source.end(in.position() - 1));
            }
        }

        private void verb() {
            String text = in.verb();
            if (groups.isPrinted()) {
                out.text(source.part(in.position() - 1 - text.length(), in.position() - 1));
            }
        }

        private void paragraph() {
            if (groups.isPrinted()) {
                out.paragraph();
            }
        }

        private void newline() {
            if (in.isBlankLine()) {
                groups.paragraph();
                paragraph();
            } else {
                print(" ");
            }
        }

        private void bracket() {
            if (groups.isInBrackets()) {
                closed(']');
            } else {
                print("]");
            }
        }

        private void closed(char end) {
            String arguments = groups.close(end);
            if (arguments.startsWith(" ")) {
                print(" ");
            } else if (arguments.startsWith("\n")) {
                out.paragraph();
            }
            arguments(arguments.strip());
        }

        /** TeX does not allow the end of a paragraph in an equation, so an equation without an end ends there. */
        private void math(String end) {
            while (!in.isAtEnd() && !in.skip(end)) {
                char c = in.next();
                if (c == '\\') {
                    in.skipAny();
                } else if (c == '\n' && in.isBlankLine()) {
                    groups.paragraph();
                    paragraph();
                    return;
                }
            }
        }

        private void command() {
            String name = in.commandName();
            if (ACCENTS.containsKey(name)) {
                accent(name);
            } else if (name.isEmpty() || !Character.isLetter(name.charAt(0))) {
                symbol(name);
            } else if (name.equals("begin") || name.equals("end")) {
                environment(name.equals("begin"));
            } else if (name.equals("verb") || name.equals("lstinline")) {
                verb();
            } else {
                word(name);
            }
        }

        private void word(String name) {
            in.skip('*');
            if (PARAGRAPHS.contains(name)) {
                paragraph();
            } else if (LINES.contains(name)) {
                print("\n");
            } else if (SPACES.contains(name)) {
                print(" ");
            }
            print(TEXTS.getOrDefault(name, ""));
            in.spaces();
            // Of other commands, arguments in brackets are dropped, and those in braces are kept.
            arguments(ARGUMENTS.getOrDefault(name, "o"));
        }

        private void symbol(String name) {
            switch (name) {
                case "\\" -> {
                    if (groups.isPrinted()) {
                        out.line();
                    }
                    in.skip('*');
                    arguments("o");
                }
                case "[" -> math("\\]");
                case "(" -> math("\\)");
                case " ", ",", ";", ":", ">", "\n", "\t" -> print(" ");
                case "&", "%", "$", "#", "_", "{", "}" -> print(name);
                default -> {}
            }
        }

        private void accent(String name) {
            String letter = in.accented(Character.isLetter(name.charAt(0)));
            if (!letter.isEmpty()) {
                print(accented(name, letter.charAt(0)));
            }
        }

        private void environment(boolean begins) {
            String name = in.environmentName();
            int end = begins ? environments.end(begin) : begin;
            if (end > begin) {
                in.moveTo(end);
                print(" ");
                return;
            }
            if (begins && name.equals("document")) {
                groups.document();
            }
            paragraph();
            if (begins) {
                arguments(name.equals("minipage") ? "oom" : name.equals("multicols") ? "m" : "oo");
            }
        }

        /** Opens the first argument that is present; the others follow when it is closed. */
        private void arguments(String patterns) {
            for (int i = 0; i < patterns.length(); i++) {
                char kind = patterns.charAt(i);
                String rest = patterns.substring(i + 1);
                if (kind == 'd') {
                    in.toBrace();
                } else if (kind == 'o') {
                    if (in.skip('[')) {
                        groups.open(']', kind, rest);
                        return;
                    }
                } else if (in.skipToBrace()) {
                    if (kind == 'p' || kind == 't' && groups.isPrinted()) {
                        paragraph();
                    }
                    if (kind == 's') {
                        print(" ");
                    }
                    groups.open('}', kind, rest);
                    return;
                } else if (kind != 'm' || !in.skipCommand()) {
                    return;
                }
            }
        }
    }

    /**
     * The ends of environments that are dropped as a whole: equations, tables, pictures, programs, references (COPS
     * 5.1, 5.4). An environment without an end is not listed, so its text is kept. Computed in one pass.
     */
    private static final class LatexEnvironments {
        private static final Map<String, Set<String>> WORDS = NameTable.sets("latex-environments.txt");

        private static final Set<String> DROPPED = WORDS.get("DROPPED");
        /** Environments in which only their end is a command. */
        private static final Set<String> VERBATIM = WORDS.get("VERBATIM");

        private static final Pattern BORDER = Pattern.compile(
                "(?<!\\\\)%[^\\n]*+|\\\\(begin|end)[ \\t]{0,8}\\{([A-Za-z0-9]{1,40})(\\*?)\\}|\\\\[\\\\%]");
        /** Deeper environments are not matched. */
        private static final int MAX_DEPTH = 10_000;

        private static final int NONE = -1;

        /** The end of each environment by its start. */
        private final Int2IntHashMap ends = new Int2IntHashMap(NONE);
        /** Ends that the rest of the source does not contain. */
        private final Set<String> endless = new HashSet<>();

        /** The position after the preamble; -1 if the source has none. */
        int document = -1;

        int documentEnd;

        LatexEnvironments(String source) {
            documentEnd = source.length();
            Map<String, Deque<Integer>> open = new HashMap<>();
            Matcher matcher = BORDER.matcher(source);
            int from = 0;
            while (matcher.find(from)) {
                from = matcher.end();
                String name = matcher.group(2);
                if (name == null) {
                    continue;
                }
                if (matcher.group(1).equals("begin")) {
                    from = begin(source, matcher, name, open);
                } else if (DROPPED.contains(name)) {
                    Integer begin = open.getOrDefault(name, new ArrayDeque<>()).pollLast();
                    if (begin != null) {
                        ends.put(begin.intValue(), matcher.end());
                    }
                } else if (name.equals("document")) {
                    documentEnd = Math.min(documentEnd, matcher.start());
                }
            }
        }

        private int begin(String source, Matcher matcher, String name, Map<String, Deque<Integer>> open) {
            if (name.equals("document") && document < 0) {
                document = matcher.end();
            } else if (VERBATIM.contains(name)) {
                String end = "\\end{" + name + matcher.group(3) + "}";
                int at = endless.contains(end) ? -1 : source.indexOf(end, matcher.end());
                if (at < 0) {
                    endless.add(end);
                } else {
                    ends.put(matcher.start(), at + end.length());
                    return at + end.length();
                }
            } else if (DROPPED.contains(name)) {
                Deque<Integer> begins = open.computeIfAbsent(name, any -> new ArrayDeque<>());
                if (begins.size() < MAX_DEPTH) {
                    begins.addLast(matcher.start());
                }
            }
            return matcher.end();
        }

        /** The position after the dropped environment that starts here; the same position if there is none. */
        int end(int begin) {
            int end = ends.get(begin);
            return end == NONE ? begin : end;
        }
    }

    /**
     * Tracks the open groups and brackets of a LaTeX source, and whether text is printed. A dropped argument without an
     * end ends with its paragraph, as in TeX.
     */
    private static final class LatexGroups {
        /** Deeper groups are only counted. */
        private static final int MAX_DEPTH = 10_000;

        private record Group(char end, char kind, String arguments) {}

        private final Deque<Group> open = new ArrayDeque<>();
        private int deeper;
        private boolean preamble;
        /** The outermost dropped group; null if none is open. */
        private Group hidden;

        /** The outermost group that is printed in the preamble; null if none is open. */
        private Group shown;

        LatexGroups(boolean preamble) {
            this.preamble = preamble;
        }

        boolean isPrinted() {
            return hidden == null && (!preamble || shown != null);
        }

        /**
         * @param kind a kind of argument of {@link #ARGUMENTS}; {@code g} for a plain group
         * @param arguments the pattern of the arguments that follow
         */
        void open(char end, char kind, String arguments) {
            if (open.size() == MAX_DEPTH) {
                deeper += end == '}' ? 1 : 0;
                return;
            }
            Group group = new Group(end, kind, arguments);
            open.push(group);
            if (hidden == null && (kind == 'm' || kind == 'o')) {
                hidden = group;
            }
            if (shown == null && kind == 't') {
                shown = group;
            }
        }

        boolean isInBrackets() {
            return deeper == 0 && !open.isEmpty() && open.peek().end() == ']';
        }

        /**
         * Closes the innermost group; returns the white space that it leaves, followed by the pattern of the next
         * arguments.
         */
        String close(char end) {
            if (end == '}' && deeper > 0) {
                deeper--;
                return "";
            }
            Group group = pop();
            while (group != null && group.end() != end) {
                group = pop();
            }
            if (group == null) {
                return "";
            }
            return switch (group.kind()) {
                case 'p', 't' -> "\n" + group.arguments();
                case 's' -> " " + group.arguments();
                default -> group.arguments();
            };
        }

        private Group pop() {
            Group group = open.poll();
            hidden = group == hidden ? null : hidden;
            shown = group == shown ? null : shown;
            return group;
        }

        void paragraph() {
            hidden = null;
        }

        void document() {
            open.clear();
            deeper = 0;
            hidden = null;
            preamble = false;
        }
    }

    private static final Map<String, String> ACCENTS = NameTable.pairs("latex-accents.txt");

    /** The letter with its accent, as one character if Unicode has it. Other characters remain unchanged. */
    private static String accented(String command, char letter) {
        return Character.isLetter(letter)
                ? Normalizer.normalize(
                        letter + Character.toString(Integer.parseInt(ACCENTS.get(command), 16)), Normalizer.Form.NFC)
                : String.valueOf(letter);
    }

    /** The pattern of the arguments of a command without a star. The file of patterns describes their letters. */
    private static final Map<String, String> ARGUMENTS = new HashMap<>();

    /** The text that a command itself prints. */
    private static final Map<String, String> TEXTS = NameTable.pairs("latex-texts.txt");

    static {
        NameTable.lines("latex-arguments.txt").forEach((pattern, commands) -> {
            for (String command : commands.split(" ")) {
                ARGUMENTS.put(command, pattern.equals("-") ? "" : pattern);
            }
        });
        TEXTS.keySet().forEach(command -> ARGUMENTS.put(command, ""));
    }

    private static final class LatexSource {
        private static final Pattern ENVIRONMENT = Pattern.compile("\\{([A-Za-z*]{0,40})\\}");
        private static final Pattern VERB = Pattern.compile("([!-\\uffff])(.{0,998}?)\\1", Pattern.UNIX_LINES);
        private static final String BARE = "[\\p{L}&&[\\x00-\\uffff]]";
        private static final Pattern LETTER =
                Pattern.compile("\\{(?:" + BARE + "|\\\\[ij])\\}|" + BARE + "|\\\\[ij][ \\t]*");
        private static final Pattern SPACED_LETTER = Pattern.compile("[ \\t]*(?:" + LETTER + ")");

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
            at = PlacedText.runEnd(source, at, end, c -> c == ' ' || c == '\t');
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
            at = PlacedText.runEnd(source, at, end, c -> c != '\n');
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

        /** Reads a name of up to 40 letters in braces; if there is none, returns an empty string. */
        String environmentName() {
            spaces();
            return take(ENVIRONMENT, 1);
        }

        /** Reads the text between two equal characters on one line; empty if there is none. */
        String verb() {
            skip('*');
            return take(VERB, 2);
        }

        /** Reads the letter under an accent, perhaps in braces; empty if there is none. */
        String accented(boolean spaced) {
            String letter = take(spaced ? SPACED_LETTER : LETTER, 0);
            return letter.replaceAll("[ \\t{}\\\\]", "");
        }

        /** Reads what a pattern matches here, and returns a group of it; empty if it does not match. */
        private String take(Pattern pattern, int group) {
            Matcher matcher = pattern.matcher(source).region(at, end);
            if (!matcher.lookingAt()) {
                return "";
            }
            at = matcher.end();
            return matcher.group(group);
        }

        /**
         * Skips the opening brace of an argument, which spaces and one line end may precede; false if there is none.
         */
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
            at = PlacedText.runEnd(source, at, end, c -> c != '{' && c != '\n');
        }
    }
}
