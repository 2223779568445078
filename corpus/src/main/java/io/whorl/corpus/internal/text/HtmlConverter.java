package io.whorl.corpus.internal.text;

import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/** Emits the visible text of a page, including navigation, tables and code, with the title first. */
final class HtmlConverter implements NodeFilter {
    private final ProseBuilder out;
    private int preformatted;

    private HtmlConverter(ProseBuilder out) {
        this.out = out;
    }

    static void of(Node page, ProseBuilder out) {
        NodeTraversor.filter(new HtmlConverter(out), page);
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
            if (HtmlElements.isHidden(node.normalName())) {
                return FilterResult.SKIP_ENTIRELY;
            }
            HtmlElements.border(node.normalName(), out);
            preformatted += HtmlElements.isPreformatted(node.normalName()) ? 1 : 0;
        }
        return FilterResult.CONTINUE;
    }

    @Override
    public FilterResult tail(Node node, int depth) {
        if (node instanceof Element) {
            HtmlElements.border(node.normalName(), out);
            preformatted -= HtmlElements.isPreformatted(node.normalName()) ? 1 : 0;
        }
        return FilterResult.CONTINUE;
    }
}
