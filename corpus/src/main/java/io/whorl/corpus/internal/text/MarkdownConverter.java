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
import org.commonmark.parser.Parser;
import org.jsoup.Jsoup;

/**
 * Emits the text of headings, paragraphs, lists, links, images and code. Targets of links and HTML tags are removed,
 * but not the text between tags.
 */
final class MarkdownConverter {
    private static final Parser PARSER = Parser.builder().build();

    private MarkdownConverter() {}

    static void of(String source, ProseBuilder out) {
        String simplified = MarkdownPreprocessor.simplify(source);
        int from = 0;
        while (from < simplified.length()) {
            int to = MarkdownPreprocessor.pieceEnd(simplified, from);
            walk(PARSER.parse(simplified.substring(from, to)), out);
            from = to;
        }
    }

    /** Walks without recursion, because the author of a document controls the depth of nesting. */
    private static void walk(Node root, ProseBuilder out) {
        Node node = root;
        while (node != null) {
            enter(node, out);
            if (node.getFirstChild() != null) {
                node = node.getFirstChild();
                continue;
            }
            while (node != null && node.getNext() == null) {
                node = node.getParent();
                leave(node, out);
            }
            node = node == null ? null : node.getNext();
        }
    }

    private static void enter(Node node, ProseBuilder out) {
        leave(node, out);
        if (node instanceof Text text) {
            out.text(text.getLiteral());
        } else if (node instanceof Code code) {
            out.text(code.getLiteral());
        } else if (node instanceof FencedCodeBlock code) {
            out.lines(code.getLiteral());
        } else if (node instanceof IndentedCodeBlock code) {
            out.lines(code.getLiteral());
        } else if (node instanceof HtmlBlock html) {
            HtmlConverter.of(Jsoup.parseBodyFragment(html.getLiteral()), out);
        } else if (node instanceof SoftLineBreak || node instanceof HardLineBreak) {
            out.line();
        }
    }

    private static void leave(Node node, ProseBuilder out) {
        if (node instanceof Block && !(node instanceof LinkReferenceDefinition)) {
            out.paragraph();
        }
    }
}
