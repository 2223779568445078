package io.whorl.corpus.internal.text;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Converts a troff source to text, line by line, in one pass. */
final class TroffConverter {
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
    /** Where the text or the arguments that are processed begin in the current line. */
    private int begin;

    TroffConverter(String source, ProseBuilder out) {
        this.out = out;
        lines = new TroffLines(source);
        names = new TroffVariables(source.length());
        semantics = new TroffMdoc(out, names);
    }

    /** The file that this document refers to; empty if there is none. */
    String target() {
        return target;
    }

    void read() {
        while (!lines.isAtEnd()) {
            line(lines.next());
        }
    }

    private void line(String line) {
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

    /** A part of the current line. */
    private TroffPiece piece(String text) {
        if (!out.isMapped()) {
            return TroffPiece.unmapped(text);
        }
        int[] starts = lines.places(begin, text.length());
        return new TroffPiece(
                text, starts, Arrays.stream(starts).map(start -> start + 1).toArray());
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
        TroffEscapes.text(piece(line), names).print(out);
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
            String line = lines.next();
            String name = TroffLines.name(line, 0);
            if (SECTIONS.contains(name)) {
                line(line);
                return;
            }
            depth += braces(line);
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
            List<TroffPiece> arguments = TroffArguments.of(piece(line));
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
        while (lines.follows(end) && !TroffLines.name(lines.next(), 0).equals(end)) {
            // The section is dropped.
        }
    }

    private void define(List<TroffPiece> arguments) {
        String end = arguments.size() > 1 ? arguments.get(1).text : ".";
        boolean prints = false;
        boolean ended = false;
        while (!ended && lines.follows(end)) {
            String line = lines.next();
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
        return out.isMapped() ? lines.places(begin, 1)[0] : 0;
    }

    private static List<TroffPiece> withoutFirst(List<TroffPiece> arguments) {
        return arguments.subList(Math.min(1, arguments.size()), arguments.size());
    }

    private void heading(List<TroffPiece> arguments) {
        out.paragraph();
        words(arguments, " ");
        if (!arguments.isEmpty()) {
            out.paragraph();
        }
    }

    private void item(List<TroffPiece> arguments) {
        out.paragraph();
        if (!arguments.isEmpty()) {
            words(arguments.subList(0, 1), "");
        }
    }

    private void words(List<TroffPiece> arguments, String between) {
        if (literal) {
            out.line();
        }
        for (TroffPiece argument : arguments) {
            TroffEscapes.text(argument, names).print(out);
            out.text(between);
        }
        out.space();
    }
}
