package io.whorl.text;

import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeTraversor;
import org.jsoup.select.NodeVisitor;

/**
 * The text that a reader of an HTML page sees, as plain text: the title first, and a blank line where a block element
 * begins or ends. White space is one line's but in {@code pre} and its like. Tags inside a line part no word.
 */
final class HtmlText implements NodeVisitor {
    /** Elements whose content is not shown, or is markup that was not parsed. */
    private static final String HIDDEN = "script, style, template, noembed, noframes, iframe";

    private static final Set<String> BLOCKS = Set.of(
            "address",
            "article",
            "aside",
            "blockquote",
            "body",
            "caption",
            "center",
            "dd",
            "details",
            "dialog",
            "dir",
            "div",
            "dl",
            "dt",
            "fieldset",
            "figcaption",
            "figure",
            "footer",
            "form",
            "frameset",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "head",
            "header",
            "hgroup",
            "hr",
            "html",
            "legend",
            "li",
            "listing",
            "main",
            "menu",
            "nav",
            "ol",
            "p",
            "plaintext",
            "pre",
            "search",
            "section",
            "summary",
            "table",
            "tbody",
            "tfoot",
            "thead",
            "title",
            "tr",
            "ul",
            "xmp");
    /** Elements that stand apart in a line: their text must not run into their neighbours'. */
    private static final Set<String> CELLS = Set.of(
            "audio",
            "button",
            "canvas",
            "img",
            "input",
            "object",
            "optgroup",
            "option",
            "select",
            "td",
            "textarea",
            "th",
            "video");

    private static final Set<String> PREFORMATTED = Set.of("listing", "plaintext", "pre", "textarea", "xmp");
    private static final String PARAGRAPH_BREAK = "\n\n";

    private final StringBuilder out;
    /** Preformatted elements open. */
    private int preformatted;

    private HtmlText(StringBuilder out) {
        this.out = out;
    }

    static String of(String html) {
        Document page = Jsoup.parse(html);
        StringBuilder out = new StringBuilder(html.length());
        out.append(page.title()).append(PARAGRAPH_BREAK);
        page.select(HIDDEN).remove();
        page.head().select("title").remove();
        NodeTraversor.traverse(new HtmlText(out), page);
        return out.toString();
    }

    @Override
    public void head(Node node, int depth) {
        if (node instanceof TextNode text) {
            text(text.getWholeText());
        } else if (node instanceof Element) {
            border(node.normalName());
            if (node.normalName().equals("br")) {
                out.append('\n');
            }
            preformatted += PREFORMATTED.contains(node.normalName()) ? 1 : 0;
        }
    }

    @Override
    public void tail(Node node, int depth) {
        if (node instanceof Element) {
            border(node.normalName());
            preformatted -= PREFORMATTED.contains(node.normalName()) ? 1 : 0;
        }
    }

    private void border(String name) {
        if (BLOCKS.contains(name)) {
            out.append(PARAGRAPH_BREAK);
        } else if (CELLS.contains(name)) {
            out.append(' ');
        }
    }

    private void text(String text) {
        if (preformatted > 0) {
            out.append(text);
            return;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            out.append(c == '\n' || c == '\r' || c == '\t' || c == '\f' ? ' ' : c);
        }
    }
}
