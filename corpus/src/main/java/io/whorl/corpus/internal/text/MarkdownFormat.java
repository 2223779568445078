package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.internal.text.HtmlFormat.HtmlConverter;
import io.whorl.corpus.internal.text.PlacedText.PlacedTextBuilder;
import io.whorl.corpus.internal.text.PlacedText.Syntax;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
import org.jsoup.nodes.Document;

/** Markdown (CommonMark), detected by media type or name, because its bytes look like plain text. */
final class MarkdownFormat extends ProseFormat {
    MarkdownFormat() {
        super("markdown", "text/markdown", "text/x-markdown");
    }

    @Override
    boolean begins(String first, Head head) {
        return head.isNamed(".md", ".markdown", ".mkd", ".mdown");
    }

    @Override
    PlacedText convert(DecodedText decoded, Head head, boolean mapped) {
        PlacedText source = decoded.placed(mapped);
        Matcher front = FRONT_MATTER.matcher(source.text);
        return MarkdownConverter.convert(source.part(front.lookingAt() ? front.end() : 0, source.length()));
    }

    /**
     * The YAML or TOML that site generators put before a text, which needs fields, no empty first line, and an end. Its
     * length is limited, so that a rule at the top of a text does not cost a search of the whole text.
     */
    private static final Pattern FRONT_MATTER =
            Pattern.compile("(?d)(---|\\+\\+\\+)[ \\t\\r]*\\n(?:#.*\\n)*+[\\w\"'][\\w\"'. -]{0,99}[:=]"
                    + "(?s:.{0,65536}?)\\n(?:\\1|\\.\\.\\.)[ \\t\\r]*(?:\\n|\\z)");

    /**
     * Emits the text of headings, paragraphs, lists, links, images and code. Targets of links and HTML tags are
     * removed, but not the text between tags.
     */
    private static final class MarkdownConverter {
        private static final Parser PARSER = Parser.builder().build();
        private static final Parser MAPPING = Parser.builder()
                .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
                .build();

        /**
         * Characters parsed at once. The syntax tree is a hundred times as large. Link definitions of a piece are
         * unknown in the next one, which prints the labels instead.
         */
        private static final int MAX_PIECE = 1 << 19;

        private final PlacedText piece;
        private final ProseBuilder out;

        private MarkdownConverter(PlacedText piece, ProseBuilder out) {
            this.piece = piece;
            this.out = out;
        }

        static PlacedText convert(PlacedText source) {
            ProseBuilder out = new ProseBuilder(source);
            PlacedText lines = source.unified();
            for (int from = 0, to; from < lines.length(); from = to) {
                to = pieceEnd(lines.text, from);
                PlacedText piece = lines.part(from, to);
                new MarkdownConverter(piece, out).walk((piece.mapped ? MAPPING : PARSER).parse(piece.text));
            }
            return out.build();
        }

        /** The end of the piece that starts here: at an empty line if possible. */
        private static int pieceEnd(String source, int from) {
            int most = from + MAX_PIECE;
            if (most >= source.length()) {
                return source.length();
            }
            int empty = source.lastIndexOf("\n\n", most);
            int line = empty > from ? empty : source.lastIndexOf('\n', most);
            return line > from ? line : Character.isHighSurrogate(source.charAt(most - 1)) ? most - 1 : most;
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
                out.text(inline(node, text.getLiteral()));
            } else if (node instanceof Code code) {
                out.text(code(code));
            } else if (node instanceof FencedCodeBlock code) {
                out.lines(lines(node, code.getLiteral(), true));
            } else if (node instanceof IndentedCodeBlock code) {
                out.lines(lines(node, code.getLiteral(), false));
            } else if (node instanceof HtmlBlock block) {
                html(lines(block, block.getLiteral(), false));
            } else if (node instanceof SoftLineBreak || node instanceof HardLineBreak) {
                out.line();
            }
        }

        private void html(PlacedText block) {
            boolean closed = block.text.contains(block.text.stripLeading().startsWith("<!--") ? "-->" : ">");
            if (!closed) {
                // It would hide the rest of the document.
                out.lines(block);
                return;
            }
            Document page = Document.createShell("");
            org.jsoup.parser.Parser parser =
                    org.jsoup.parser.Parser.htmlParser().setTrackPosition(block.mapped);
            parser.parseFragmentInput(block.text, page.body(), "").forEach(page.body()::appendChild);
            HtmlConverter.of(page, block, out);
        }

        private void leave(Node node) {
            if (node instanceof Block && !(node instanceof LinkReferenceDefinition)) {
                out.paragraph();
            }
        }

        private PlacedText inline(Node node, String literal) {
            List<SourceSpan> spans = node.getSourceSpans();
            if (spans.isEmpty()) {
                return PlacedText.of(literal, false);
            }
            int from = spans.get(0).getInputIndex();
            int to = from;
            for (SourceSpan span : spans) {
                to = span.getInputIndex() == to ? to + span.getLength() : -1;
            }
            return piece.parsed(from, to, literal, Syntax.ESCAPES);
        }

        /** Code within a line: between backticks, which one space may follow and precede; line ends become spaces. */
        private PlacedText code(Code node) {
            PlacedTextBuilder content = new PlacedTextBuilder(0, piece.mapped);
            for (SourceSpan span : node.getSourceSpans()) {
                content.insert(content.length() > 0 ? " " : "");
                content.append(piece, span.getInputIndex(), span.getInputIndex() + span.getLength());
            }
            PlacedText whole = content.build();
            String literal = node.getLiteral();
            int border = (whole.length() - literal.length()) / 2;
            return whole.length() > literal.length() && whole.text.startsWith(literal, border)
                    ? whole.part(border, border + literal.length())
                    : PlacedText.of(literal, false);
        }

        /**
         * The lines of a block. Each line of the literal ends a line of the source; the parser removes only white space
         * before it.
         */
        private PlacedText lines(Node node, String literal, boolean fenced) {
            if (!piece.mapped) {
                return PlacedText.of(literal, false);
            }
            PlacedTextBuilder lines = new PlacedTextBuilder(literal.length(), true);
            List<SourceSpan> spans = node.getSourceSpans();
            int next = fenced ? 1 : 0;
            for (int from = 0, to; from < literal.length(); from = to) {
                int newline = literal.indexOf('\n', from);
                int end = newline < 0 ? literal.length() : newline;
                to = Math.min(end + 1, literal.length());
                String line = literal.substring(from, end).stripLeading();
                if (!line.isEmpty()) {
                    while (next < spans.size() && line(spans.get(next)).text.isBlank()) {
                        next++;
                    }
                    if (next == spans.size()
                            || !line(spans.get(next)).text.stripLeading().equals(line)) {
                        return PlacedText.of(literal, false);
                    }
                    PlacedText found = line(spans.get(next++));
                    lines.insert(literal.substring(from, end - line.length()));
                    lines.append(found, found.length() - line.length(), found.length());
                }
                lines.insert(literal.substring(lines.length(), to));
            }
            return lines.build();
        }

        private PlacedText line(SourceSpan span) {
            return piece.part(span.getInputIndex(), span.getInputIndex() + span.getLength());
        }
    }
}
