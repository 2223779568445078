package io.whorl.corpus.internal.text;

import java.util.Set;

/** Converts a LaTeX source to text in one pass with a few characters of lookahead. */
final class LatexConverter {
    private static final Set<String> PARAGRAPHS = Set.of(
            "par", "item", "newpage", "clearpage", "cleardoublepage", "bigskip", "medskip", "smallskip", "appendix");
    private static final Set<String> LINES = Set.of("newline", "linebreak", "cr", "tabularnewline");
    private static final Set<String> SPACES = Set.of("quad", "qquad", "xspace", "space", "hfill", "and", "And");
    private static final int MAX_VERB = 1_000;

    private final LatexSource in;
    private final ProseBuilder out;
    private final LatexEnvironments environments;
    private final LatexGroups groups;
    /** Where the construct that is read begins. */
    private int begin;

    private LatexConverter(String source, ProseBuilder out) {
        this.environments = new LatexEnvironments(source);
        this.in = new LatexSource(source, environments.documentEnd());
        this.out = out;
        this.groups = new LatexGroups(environments.document() >= 0);
    }

    static void of(String source, ProseBuilder out) {
        LatexConverter prose = new LatexConverter(source, out);
        while (!prose.in.isAtEnd()) {
            prose.step();
        }
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
                    if (out.isMapped()) {
                        out.origins().copied(begin);
                    }
                    out.character(c);
                }
            }
        }
    }

    /** Prints text that stands for what was read since the construct began. */
    private void print(String text) {
        if (groups.isPrinted()) {
            if (out.isMapped()) {
                out.origins().standFor(begin, in.position());
            }
            out.text(text);
        }
    }

    private void verb() {
        String text = in.verb(MAX_VERB);
        if (groups.isPrinted()) {
            if (out.isMapped()) {
                out.origins().copied(in.position() - 1 - text.length());
            }
            out.text(text);
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
        if (LatexAccents.is(name)) {
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
        print(LatexCommands.text(name));
        in.spaces();
        arguments(LatexCommands.arguments(name));
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
        char letter = in.accented(Character.isLetter(name.charAt(0)));
        if (letter != 0) {
            print(LatexAccents.on(name, letter));
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
