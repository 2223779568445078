package io.whorl.corpus.internal.text;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The groups and brackets open at a place of a LaTeX source, and whether text there is printed. A dropped argument that
 * nobody closes ends with its paragraph, as it does for TeX.
 */
final class LatexGroups {
    /** Deeper groups are only counted. */
    private static final int DEEPEST = 10_000;

    private record Group(char end, char kind, String arguments) {}

    private final Deque<Group> open = new ArrayDeque<>();
    private int deeper;
    private boolean preamble;
    /** The outermost one that is dropped, and one that is kept in the preamble; null if none is open. */
    private Group hidden;

    private Group shown;

    LatexGroups(boolean preamble) {
        this.preamble = preamble;
    }

    boolean isPrinted() {
        return hidden == null && (!preamble || shown != null);
    }

    /**
     * @param kind of argument, as {@link LatexCommands} has them; {@code g} if it is none
     * @param arguments patterns of those that follow it
     */
    void open(char end, char kind, String arguments) {
        if (open.size() == DEEPEST) {
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

    /** Closes the innermost; gives the patterns of arguments that follow, after the white space that its end makes. */
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

    /** The preamble is over. */
    void document() {
        open.clear();
        deeper = 0;
        hidden = null;
        preamble = false;
    }
}
