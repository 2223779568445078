package io.whorl.corpus.text;

import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/**
 * The text that a reader of a page sees, navigation, tables and code with it: a blank line where a block element begins or ends, a
 * space between cells. Scripts, styles, pictures and equations are no text.
 */
final class HtmlProse implements NodeFilter {
    private static final Set<String> HIDDEN = Set.of(
            "script", "style", "noscript", "template", "noembed", "noframes", "iframe", "math", "svg", "object", "audio",
            "video", "canvas", "meta", "link", "base");
    private static final Set<String> BLOCKS = Set.of(
            "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "dir",
            "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frameset", "h1", "h2", "h3", "h4",
            "h5", "h6", "head", "header", "hgroup", "hr", "html", "legend", "li", "listing", "main", "menu", "nav", "ol",
            "p", "plaintext", "pre", "search", "section", "summary", "table", "tbody", "tfoot", "thead", "title", "ul",
            "xmp");
    private static final Set<String> LINES = Set.of("br", "tr", "option");
    private static final Set<String> CELLS =
            Set.of("td", "th", "img", "input", "button", "select", "textarea", "optgroup", "label");
    private static final Set<String> PREFORMATTED = Set.of("listing", "plaintext", "pre", "textarea", "xmp");

    private final Prose out;
    private int preformatted;

    private HtmlProse(Prose out) {
        this.out = out;
    }

    static void of(Node page, Prose out) {
        NodeTraversor.filter(new HtmlProse(out), page);
    }

    @Override
    public FilterResult head(Node node, int depth) {
        if (node instanceof TextNode text) {
            if (preformatted > 0) {
                out.lines(text.getWholeText());
            } else {
                out.text(text.getWholeText());
            }
        } else if (node instanceof Element) {
            if (HIDDEN.contains(node.normalName())) {
                return FilterResult.SKIP_ENTIRELY;
            }
            border(node.normalName());
            preformatted += PREFORMATTED.contains(node.normalName()) ? 1 : 0;
        }
        return FilterResult.CONTINUE;
    }

    @Override
    public FilterResult tail(Node node, int depth) {
        if (node instanceof Element) {
            border(node.normalName());
            preformatted -= PREFORMATTED.contains(node.normalName()) ? 1 : 0;
        }
        return FilterResult.CONTINUE;
    }

    private void border(String name) {
        if (BLOCKS.contains(name)) {
            out.paragraph();
        } else if (LINES.contains(name)) {
            out.line();
        } else if (CELLS.contains(name)) {
            out.space();
        }
    }
}
