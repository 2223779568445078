package io.whorl.corpus.internal.text;

import java.util.ArrayList;
import java.util.List;

/** Splits the arguments of a request or macro at spaces, except those in quotes or after a backslash. */
final class TroffArguments {
    private TroffArguments() {}

    static List<String> of(String line) {
        List<String> arguments = new ArrayList<>();
        int at = 0;
        while (at < line.length()) {
            char c = line.charAt(at);
            if (c == ' ' || c == '\t') {
                at++;
                continue;
            }
            StringBuilder argument = new StringBuilder();
            at = c == '"' ? quoted(line, at + 1, argument) : bare(line, at, argument);
            arguments.add(argument.toString());
        }
        return arguments;
    }

    /** Reads a quoted argument; a doubled quote is a quote. */
    private static int quoted(String line, int from, StringBuilder argument) {
        int at = from;
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c == '"') {
                if (at == line.length() || line.charAt(at) != '"') {
                    return at;
                }
                at++;
            }
            argument.append(c);
        }
        return at;
    }

    private static int bare(String line, int from, StringBuilder argument) {
        int at = from;
        while (at < line.length() && line.charAt(at) != ' ' && line.charAt(at) != '\t') {
            if (line.charAt(at) == '\\' && at + 1 < line.length()) {
                argument.append('\\');
                at++;
            }
            argument.append(line.charAt(at++));
        }
        return at;
    }
}
