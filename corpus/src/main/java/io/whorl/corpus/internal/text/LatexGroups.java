package io.whorl.corpus.internal.text;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Tracks the open groups and brackets of a LaTeX source, and whether text is printed. A dropped argument without an end
 * ends with its paragraph, as in TeX.
 */
final class LatexGroups {
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
     * @param kind a kind of argument of {@link LatexCommands}; {@code g} for a plain group
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

    /** Ends the preamble. */
    void document() {
        open.clear();
        deeper = 0;
        hidden = null;
        preamble = false;
    }
}
