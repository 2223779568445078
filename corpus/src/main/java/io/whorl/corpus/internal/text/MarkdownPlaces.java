package io.whorl.corpus.internal.text;

import java.util.Arrays;
import java.util.List;
import org.commonmark.node.Code;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;

/** Tells the origins of a text where the literals of a parsed piece of Markdown are in the source. */
final class MarkdownPlaces {
    private final String piece;
    private final int offset;
    private final Origins origins;

    /**
     * @param piece the source of the syntax tree
     * @param offset of the piece in what the origins know
     */
    MarkdownPlaces(String piece, int offset, Origins origins) {
        this.piece = piece;
        this.offset = offset;
        this.origins = origins;
    }

    void text(Node node, String literal) {
        List<SourceSpan> spans = node.getSourceSpans();
        if (spans.isEmpty()) {
            origins.fail();
            return;
        }
        int from = spans.get(0).getInputIndex();
        int to = from;
        for (SourceSpan span : spans) {
            to = span.getInputIndex() == to ? to + span.getLength() : -1;
        }
        if (to - from == literal.length() && piece.startsWith(literal, from)) {
            origins.copied(offset + from);
            return;
        }
        TextPlaces found = TextPlaces.of(piece, from, to, literal, TextPlaces.Syntax.ESCAPES);
        standFor(found.starts, found.ends, literal);
    }

    /** Code within a line: between backticks, which one space may follow and precede; line ends become spaces. */
    void code(Code node) {
        StringBuilder content = new StringBuilder();
        int size = 0;
        for (SourceSpan span : node.getSourceSpans()) {
            size += span.getLength() + 1;
        }
        int[] places = new int[size];
        int count = 0;
        for (SourceSpan span : node.getSourceSpans()) {
            if (count > 0) {
                content.append(' ');
                places[count] = places[count - 1] + 1;
                count++;
            }
            for (int i = 0; i < span.getLength(); i++) {
                places[count++] = span.getInputIndex() + i;
            }
            content.append(line(span));
        }
        String literal = node.getLiteral();
        int border = (count - literal.length()) / 2;
        boolean found = count > literal.length() && content.indexOf(literal, border) == border;
        int[] starts = found ? Arrays.copyOfRange(places, border, border + literal.length()) : new int[0];
        standFor(starts, after(starts), literal);
    }

    /** The lines of a block. */
    void lines(Node node, String literal, boolean fenced) {
        int[] starts = placesOfLines(node, literal, fenced);
        standFor(starts, after(starts), literal);
    }

    private void standFor(int[] starts, int[] ends, String literal) {
        if (starts.length < literal.length()) {
            origins.fail();
        } else {
            origins.standFor(shifted(starts), shifted(ends));
        }
    }

    /** The places of a block in what the origins know; empty if they are not known. */
    int[] ofLines(Node node, String literal) {
        return shifted(placesOfLines(node, literal, false));
    }

    /** Each line of the literal ends a line of the source; the parser removes only white space before it. */
    private int[] placesOfLines(Node node, String literal, boolean fenced) {
        int[] places = new int[literal.length()];
        List<SourceSpan> spans = node.getSourceSpans();
        int next = fenced ? 1 : 0;
        int last = spans.isEmpty() ? 0 : spans.get(0).getInputIndex();
        for (int from = 0; from < literal.length(); ) {
            int newline = literal.indexOf('\n', from);
            int to = newline < 0 ? literal.length() : newline;
            String line = literal.substring(from, to).stripLeading();
            if (!line.isBlank()) {
                while (next < spans.size() && line(spans.get(next)).isBlank()) {
                    next++;
                }
                if (next == spans.size()
                        || !line(spans.get(next)).stripLeading().equals(line)) {
                    return new int[0];
                }
                last = spans.get(next).getInputIndex() + spans.get(next).getLength() - line.length();
                next++;
            }
            Arrays.fill(places, from, to - line.length(), last);
            for (int i = to - line.length(); i < to; i++) {
                places[i] = line.isBlank() ? last : last++;
            }
            if (to < literal.length()) {
                places[to] = last;
            }
            from = to + 1;
        }
        return places;
    }

    /** The parser replaces NUL. */
    private String line(SourceSpan span) {
        return piece.substring(span.getInputIndex(), span.getInputIndex() + span.getLength())
                .replace('\0', '\ufffd');
    }

    private static int[] after(int[] starts) {
        return Arrays.stream(starts).map(start -> start + 1).toArray();
    }

    private int[] shifted(int[] positions) {
        return Arrays.stream(positions).map(position -> position + offset).toArray();
    }
}
