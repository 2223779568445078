package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.internal.text.PlacedText.TextCursor;
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
                || head.isNamed(".tex", ".ltx", ".latex")
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
        PlacedText source = decoded.placed(mapped).unified();
        return new LatexConverter(source, new LatexEnvironments(source.text)).convert();
    }

    /** Converts a LaTeX source to text in one pass with a few characters of lookahead. */
    private static final class LatexConverter extends TextCursor {
        private static final Set<String> PARAGRAPHS =
                Set.of("par item newpage clearpage cleardoublepage bigskip medskip smallskip appendix".split(" "));
        private static final Set<String> SPACES =
                Set.of("newline linebreak cr tabularnewline quad qquad xspace space hfill and And".split(" "));
        /** The accents, as hexadecimal code points of combining characters. */
        private static final Map<String, String> ACCENTS = NameTable.pairs("latex-accents.txt");
        /** The text that a command itself prints. */
        private static final Map<String, String> TEXTS = NameTable.pairs("latex-texts.txt");
        /** The pattern of the arguments of a command without a star. The file of patterns describes their letters. */
        private static final Map<String, String> ARGUMENTS = NameTable.valuesByWord("latex-arguments.txt");

        static {
            ARGUMENTS.replaceAll((command, pattern) -> pattern.equals("-") ? "" : pattern);
            TEXTS.keySet().forEach(command -> ARGUMENTS.put(command, ""));
        }

        private static final Pattern ENVIRONMENT = Pattern.compile("\\{([A-Za-z*]{0,40})\\}");
        private static final Pattern VERB = Pattern.compile("([!-\\uffff])(.{0,998}?)\\1", Pattern.UNIX_LINES);
        private static final String BARE = "[\\p{L}&&[\\x00-\\uffff]]";
        private static final Pattern LETTER =
                Pattern.compile("\\{(?:" + BARE + "|\\\\[ij])\\}|" + BARE + "|\\\\[ij][ \\t]*");
        private static final Pattern SPACED_LETTER = Pattern.compile("[ \\t]*(?:" + LETTER + ")");
        /** Deeper groups are only counted. */
        private static final int MAX_DEPTH = 10_000;

        /**
         * An open group or an open bracket.
         *
         * @param close the character that ends it
         * @param kind a kind of argument of {@link #ARGUMENTS}; {@code g} for a plain group
         * @param arguments the pattern of the arguments that follow
         */
        private record Group(char close, char kind, String arguments) {}

        private final ProseBuilder out;
        private final LatexEnvironments environments;
        private final Deque<Group> open = new ArrayDeque<>();
        private int deeper;
        private boolean preamble;
        /** The outermost dropped group; null if none is open. */
        private Group hidden;

        /** The outermost group that is printed in the preamble; null if none is open. */
        private Group shown;

        private int begin;

        LatexConverter(PlacedText source, LatexEnvironments environments) {
            super(source, environments.documentEnd);
            this.environments = environments;
            preamble = environments.document >= 0;
            out = new ProseBuilder(source);
        }

        PlacedText convert() {
            while (at < end) {
                step();
            }
            return out.build();
        }

        private void step() {
            begin = at;
            char c = text.charAt(at++);
            switch (c) {
                case '\\' -> command();
                case '{' -> open('}', 'g', "");
                case '}' -> close('}');
                case '%' -> comment();
                case '$' -> math(skip("$") ? "$$" : "$");
                case '~', '&' -> print(" ");
                case '\n' -> {
                    if (isBlankLine()) {
                        endParagraph();
                    } else {
                        print(" ");
                    }
                }
                case ']' -> {
                    if (deeper == 0 && !open.isEmpty() && open.peek().close() == ']') {
                        close(']');
                    } else {
                        print("]");
                    }
                }
                case '-' -> print(skip("-") ? skip("-") ? "\u2014" : "\u2013" : "-");
                case '`' -> print(skip("`") ? "\u201c" : "\u2018");
                case '\'' -> print(skip("'") ? "\u201d" : "'");
                case '?' -> print(skip("`") ? "\u00bf" : "?");
                case '!' -> print(skip("`") ? "\u00a1" : "!");
                default -> {
                    if (isPrinted()) {
                        out.character(c, source.start(begin), source.end(begin));
                    }
                }
            }
        }

        private boolean isPrinted() {
            return hidden == null && (!preamble || shown != null);
        }

        /** Prints text that stands for what was read since the construct began. */
        private void print(String printed) {
            if (isPrinted()) {
                out.text(printed, source.start(begin), source.end(at - 1));
            }
        }

        private void paragraph() {
            if (isPrinted()) {
                out.paragraph();
            }
        }

        /** A dropped argument without an end ends with its paragraph, as in TeX. */
        private void endParagraph() {
            hidden = null;
            paragraph();
        }

        /** TeX does not allow the end of a paragraph in an equation, so an equation without an end ends there. */
        private void math(String close) {
            while (at < end && !skip(close)) {
                char c = text.charAt(at++);
                if (c == '\\') {
                    take(1);
                } else if (c == '\n' && isBlankLine()) {
                    endParagraph();
                    return;
                }
            }
        }

        /** Skips a comment, the end of its line and the indent of the next line, but not a blank line. */
        private void comment() {
            skip(c -> c != '\n');
            int newline = at;
            take(1);
            if (isBlankLine()) {
                at = newline;
            }
        }

        /** True if the line that starts here is blank; skips white space up to the next text. */
        private boolean isBlankLine() {
            int from = at;
            skip(c -> c <= ' ');
            return text.substring(from, at).indexOf('\n') >= 0;
        }

        private void spaces() {
            skip(c -> c == ' ' || c == '\t');
        }

        // ---- commands ----

        private void command() {
            String name = commandName();
            if (ACCENTS.containsKey(name)) {
                accent(name);
            } else if (name.isEmpty() || !Character.isLetter(name.charAt(0))) {
                symbol(name);
            } else if (name.equals("begin") || name.equals("end")) {
                environment(name.equals("begin"));
            } else if (name.equals("verb") || name.equals("lstinline")) {
                skip("*");
                String verb = take(VERB, 2);
                if (isPrinted()) {
                    out.text(source.part(at - 1 - verb.length(), at - 1));
                }
            } else {
                word(name);
            }
        }

        /** Reads the name after a backslash: letters, or a single other character. */
        private String commandName() {
            int from = at;
            skip(LatexConverter::isLetter);
            if (at == from) {
                return take(1);
            }
            skip(c -> isLetter(c) || c == '@');
            return text.substring(from, at);
        }

        private static boolean isLetter(int c) {
            return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
        }

        private void word(String name) {
            skip("*");
            if (PARAGRAPHS.contains(name)) {
                paragraph();
            }
            print(SPACES.contains(name) ? " " : TEXTS.getOrDefault(name, ""));
            spaces();
            // Other commands lose their arguments in brackets, and keep those in braces.
            arguments(ARGUMENTS.getOrDefault(name, "o"));
        }

        private void symbol(String name) {
            switch (name) {
                case "\\" -> {
                    if (isPrinted()) {
                        out.line();
                    }
                    skip("*");
                    arguments("o");
                }
                case "[" -> math("\\]");
                case "(" -> math("\\)");
                case " ", ",", ";", ":", ">", "\n", "\t" -> print(" ");
                case "&", "%", "$", "#", "_", "{", "}" -> print(name);
                default -> {}
            }
        }

        /** Prints a letter, perhaps in braces, with its accent, as one character if Unicode has it. */
        private void accent(String name) {
            Pattern pattern = Character.isLetter(name.charAt(0)) ? SPACED_LETTER : LETTER;
            String letter = take(pattern, 0).replaceAll("[ \\t{}\\\\]", "");
            if (!letter.isEmpty()) {
                String accent = Character.toString(Integer.parseInt(ACCENTS.get(name), 16));
                print(Normalizer.normalize(letter + accent, Normalizer.Form.NFC));
            }
        }

        private void environment(boolean begins) {
            spaces();
            String name = take(ENVIRONMENT, 1);
            int after = begins ? environments.end(begin) : begin;
            if (after > begin) {
                at = after;
                print(" ");
                return;
            }
            if (begins && name.equals("document")) {
                open.clear();
                deeper = 0;
                hidden = null;
                preamble = false;
            }
            paragraph();
            if (begins) {
                arguments(name.equals("minipage") ? "oom" : name.equals("multicols") ? "m" : "oo");
            }
        }

        // ---- arguments and groups ----

        /** Opens the first argument that is present; the others follow when it is closed. */
        private void arguments(String patterns) {
            for (int i = 0; i < patterns.length(); i++) {
                char kind = patterns.charAt(i);
                String rest = patterns.substring(i + 1);
                if (kind == 'd') {
                    skip(c -> c != '{' && c != '\n');
                } else if (kind == 'o') {
                    if (skip("[")) {
                        open(']', kind, rest);
                        return;
                    }
                } else if (skipToBrace()) {
                    if (kind == 'p' || kind == 't' && isPrinted()) {
                        paragraph();
                    }
                    if (kind == 's') {
                        print(" ");
                    }
                    open('}', kind, rest);
                    return;
                } else if (kind == 'm' && skip("\\")) {
                    // A command is the argument.
                    commandName();
                } else {
                    return;
                }
            }
        }

        /**
         * Skips the opening brace of an argument, which spaces and one line end may precede; false if there is none.
         */
        private boolean skipToBrace() {
            int from = at;
            spaces();
            if (skip("\n")) {
                spaces();
            }
            boolean is = skip("{");
            at = is ? at : from;
            return is;
        }

        private void open(char close, char kind, String arguments) {
            if (open.size() == MAX_DEPTH) {
                deeper += close == '}' ? 1 : 0;
                return;
            }
            Group group = new Group(close, kind, arguments);
            open.push(group);
            if (hidden == null && (kind == 'm' || kind == 'o')) {
                hidden = group;
            }
            if (shown == null && kind == 't') {
                shown = group;
            }
        }

        /** Closes the innermost group, and goes on with the arguments that follow it. */
        private void close(char close) {
            if (close == '}' && deeper > 0) {
                deeper--;
                return;
            }
            Group group;
            do {
                group = open.poll();
                hidden = group == hidden ? null : hidden;
                shown = group == shown ? null : shown;
            } while (group != null && group.close() != close);
            if (group != null) {
                switch (group.kind()) {
                    case 'p', 't' -> out.paragraph();
                    case 's' -> print(" ");
                    default -> {}
                }
                arguments(group.arguments());
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

        private final Int2IntHashMap ends = new Int2IntHashMap(-1);
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
            return Math.max(begin, ends.get(begin));
        }
    }
}
