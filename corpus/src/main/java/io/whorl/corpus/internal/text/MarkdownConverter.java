package io.whorl.corpus.internal.text;

import io.whorl.corpus.internal.text.ProseBuilder.Origins;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.IntArrayList;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/**
 * Emits the text of headings, paragraphs, lists, links, images and code. Targets of links and HTML tags are removed,
 * but not the text between tags.
 */
final class MarkdownConverter {
    private static final Parser PARSER = Parser.builder().build();
    private static final Parser MAPPING = Parser.builder()
            .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
            .build();

    private final ProseBuilder out;
    /** Counts only if the text is mapped. */
    private final MarkdownPlaces places;

    private MarkdownConverter(ProseBuilder out, MarkdownPlaces places) {
        this.out = out;
        this.places = places;
    }

    static void of(String source, ProseBuilder out) {
        String simplified = MarkdownPreprocessor.simplify(source, out);
        int from = 0;
        while (from < simplified.length()) {
            int to = MarkdownPreprocessor.pieceEnd(simplified, from);
            String piece = simplified.substring(from, to);
            out.origins().within(from);
            MarkdownPlaces places = new MarkdownPlaces(piece, out.origins());
            new MarkdownConverter(out, places).walk((out.isMapped() ? MAPPING : PARSER).parse(piece));
            from = to;
        }
    }

    /** Walks without recursion, because the author of a document controls the depth of nesting. */
    private void walk(Node root) {
        Node node = root;
        while (node != null) {
            enter(node);
            if (node.getFirstChild() != null) {
                node = node.getFirstChild();
                continue;
            }
            while (node != null && node.getNext() == null) {
                node = node.getParent();
                leave(node);
            }
            node = node == null ? null : node.getNext();
        }
    }

    private void enter(Node node) {
        leave(node);
        if (node instanceof Text text) {
            if (out.isMapped()) {
                places.text(node, text.getLiteral());
            }
            out.text(text.getLiteral());
        } else if (node instanceof Code code) {
            if (out.isMapped()) {
                places.code(code);
            }
            out.text(code.getLiteral());
        } else if (node instanceof FencedCodeBlock code) {
            lines(node, code.getLiteral(), true);
        } else if (node instanceof IndentedCodeBlock code) {
            lines(node, code.getLiteral(), false);
        } else if (node instanceof HtmlBlock html) {
            html(html);
        } else if (node instanceof SoftLineBreak || node instanceof HardLineBreak) {
            out.line();
        }
    }

    private void lines(Node node, String literal, boolean fenced) {
        if (out.isMapped()) {
            places.lines(node, literal, fenced);
        }
        out.lines(literal);
    }

    private void html(HtmlBlock block) {
        String html = block.getLiteral();
        if (!out.isMapped()) {
            HtmlConverter.of(Jsoup.parseBodyFragment(html), html, out);
            return;
        }
        int[] positions = places.placesOfLines(block, html, false);
        if (positions.length < html.length()) {
            out.origins().fail();
        }
        out.origins().collectedFrom(positions);
        Document page = Document.createShell("");
        org.jsoup.parser.Parser parser = org.jsoup.parser.Parser.htmlParser().setTrackPosition(true);
        parser.parseFragmentInput(html, page.body(), "").forEach(page.body()::appendChild);
        HtmlConverter.of(page, html, out);
        out.origins().collectedFrom(Origins.NONE);
    }

    private void leave(Node node) {
        if (node instanceof Block && !(node instanceof LinkReferenceDefinition)) {
            out.paragraph();
        }
    }

    /** Tells the origins of a text where the literals of a parsed piece of Markdown are in the source. */
    private static final class MarkdownPlaces {
        private final String piece;
        private final Origins origins;

        /** @param piece the source of the syntax tree, within which the origins count */
        MarkdownPlaces(String piece, Origins origins) {
            this.piece = piece;
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
            origins.parsedFrom(piece, from, to, literal, TextPlaces.Syntax.ESCAPES);
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
            standFor(starts, literal);
        }

        /** The lines of a block. */
        void lines(Node node, String literal, boolean fenced) {
            standFor(placesOfLines(node, literal, fenced), literal);
        }

        private void standFor(int[] starts, String literal) {
            if (starts.length < literal.length()) {
                origins.fail();
            }
            origins.standFor(
                    starts, Arrays.stream(starts).map(start -> start + 1).toArray());
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
    }

    /**
     * Removes from Markdown what makes the parser slow without changing a word. The parser searches for the end of a
     * tag from each angle bracket, which takes quadratic time for a line of brackets; of the brackets left here, each
     * has its end before the next. The parser has similar costs for each length of backticks, for each mark of nested
     * lists, and for each empty line in open lists.
     */
    private static final class MarkdownPreprocessor {
        private static final int MAX_RUN = 64;
        /**
         * Characters parsed at once. The syntax tree is a hundred times as large. Link definitions of a piece are
         * unknown in the next one, which prints the labels instead.
         */
        private static final int MAX_PIECE = 1 << 19;

        private static final String COMMENT = "<!--";
        private static final String COMMENT_END = "-->";

        private MarkdownPreprocessor() {}

        /** @param prose if it is mapped, its origins learn what was removed */
        static String simplify(String source, ProseBuilder prose) {
            String lines = prose.unified(source);
            StringBuilder out = new StringBuilder(lines.length());
            IntArrayList places = new IntArrayList();
            int i = 0;
            while (i < lines.length()) {
                int end = Math.max(i + 1, runEnd(lines, i));
                int skipped = skipped(lines, i, end);
                out.append(skipped > 0 ? lines.charAt(i) == '\n' ? "\n\n" : " " : lines.substring(i, end));
                for (int at = i; prose.isMapped() && places.size() < out.length(); at++) {
                    places.addInt(at);
                }
                i = end;
            }
            if (prose.isMapped() && out.length() < lines.length()) {
                places.addInt(lines.length());
                prose.origins().readsThrough(places.toIntArray());
            }
            return blanked(out.toString());
        }

        /** The end of the run of empty lines, backticks or list marks that starts here. */
        private static int runEnd(String s, int from) {
            char first = s.charAt(from);
            int end = from;
            if (first == '`') {
                while (end < s.length() && s.charAt(end) == '`') {
                    end++;
                }
            } else if (first == '\n') {
                for (int i = from; i < s.length() && s.charAt(i) <= ' '; i++) {
                    end = s.charAt(i) == '\n' ? i + 1 : end;
                }
            } else {
                while (isMark(s, end)) {
                    end += 2;
                    while (end < s.length() && s.charAt(end) == ' ') {
                        end++;
                    }
                }
            }
            return end;
        }

        private static boolean isMark(String s, int i) {
            return i + 1 < s.length()
                    && "-*+_".indexOf(s.charAt(i)) >= 0
                    && (s.charAt(i + 1) == ' ' || s.charAt(i + 1) == '\t');
        }

        /** The number of characters of a run that are removed; none belongs to a word. */
        private static int skipped(String s, int from, int end) {
            return s.charAt(from) == '\n' ? Math.max(0, end - from - 2) : end - from >= MAX_RUN ? end - from : 0;
        }

        /** The end of the piece that starts here: at an empty line if possible. */
        static int pieceEnd(String simplified, int from) {
            int most = from + MAX_PIECE;
            if (most >= simplified.length()) {
                return simplified.length();
            }
            int empty = simplified.lastIndexOf("\n\n", most);
            int line = empty > from ? empty : simplified.lastIndexOf('\n', most);
            return line > from ? line : Character.isHighSurrogate(simplified.charAt(most - 1)) ? most - 1 : most;
        }

        /** Replaces brackets that cannot start a tag by spaces. */
        private static String blanked(String source) {
            char[] chars = source.toCharArray();
            int commentEnd = source.indexOf(COMMENT_END);
            int i = source.indexOf('<');
            while (i >= 0) {
                int next = source.indexOf('<', i + 1);
                while (commentEnd >= 0 && commentEnd < i) {
                    commentEnd = source.indexOf(COMMENT_END, i);
                }
                if (source.startsWith(COMMENT, i) && commentEnd >= 0) {
                    while (next >= 0 && next < commentEnd) {
                        chars[next] = ' ';
                        next = source.indexOf('<', next + 1);
                    }
                } else if (!closes(source, i, next < 0 ? chars.length : next)) {
                    chars[i] = ' ';
                }
                i = next;
            }
            return new String(chars);
        }

        private static boolean closes(String source, int from, int to) {
            int i = from;
            while (i < to && source.charAt(i) != '>') {
                i++;
            }
            return i < to;
        }
    }
}
