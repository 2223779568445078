package io.whorl.corpus.internal.text;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.IntArrayList;

/** Splits the arguments of a request or macro at spaces, except those in quotes or after a backslash. */
final class TroffArguments {
    private final TroffPiece line;
    private final StringBuilder argument = new StringBuilder();
    /** The characters of the argument in the line, if it is mapped. */
    private final IntArrayList places = new IntArrayList();

    private int at;

    private TroffArguments(TroffPiece line) {
        this.line = line;
    }

    static List<TroffPiece> of(TroffPiece line) {
        return new TroffArguments(line).all();
    }

    private List<TroffPiece> all() {
        List<TroffPiece> arguments = new ArrayList<>();
        while (at < line.text.length()) {
            char c = line.text.charAt(at);
            if (c == ' ' || c == '\t') {
                at++;
                continue;
            }
            argument.setLength(0);
            places.clear();
            if (c == '"') {
                at++;
                quoted();
            } else {
                bare();
            }
            arguments.add(piece());
        }
        return arguments;
    }

    private TroffPiece piece() {
        int[] starts = new int[places.size()];
        int[] ends = new int[places.size()];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = line.starts[places.getInt(i)];
            ends[i] = line.ends[places.getInt(i)];
        }
        return new TroffPiece(argument.toString(), starts, ends);
    }

    private void append() {
        if (line.isMapped()) {
            places.addInt(at);
        }
        argument.append(line.text.charAt(at++));
    }

    /** Reads a quoted argument; a doubled quote is a quote. */
    private void quoted() {
        while (at < line.text.length()) {
            if (line.text.charAt(at) == '"') {
                at++;
                if (at == line.text.length() || line.text.charAt(at) != '"') {
                    return;
                }
            }
            append();
        }
    }

    private void bare() {
        while (at < line.text.length() && line.text.charAt(at) != ' ' && line.text.charAt(at) != '\t') {
            if (line.text.charAt(at) == '\\' && at + 1 < line.text.length()) {
                append();
            }
            append();
        }
    }
}
