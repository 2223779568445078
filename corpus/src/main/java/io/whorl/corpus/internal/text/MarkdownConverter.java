package io.whorl.corpus.internal.text;

import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
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
            MarkdownPlaces places = new MarkdownPlaces(piece, from, out.origins());
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
        int[] positions = places.ofLines(block, html);
        if (positions.length < html.length()) {
            out.origins().fail();
        }
        Document page = Document.createShell("");
        org.jsoup.parser.Parser parser = org.jsoup.parser.Parser.htmlParser().setTrackPosition(true);
        parser.parseFragmentInput(html, page.body(), "").forEach(page.body()::appendChild);
        HtmlConverter.of(page, html, positions, out);
    }

    private void leave(Node node) {
        if (node instanceof Block && !(node instanceof LinkReferenceDefinition)) {
            out.paragraph();
        }
    }
}
