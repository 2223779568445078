package io.whorl.corpus.internal.text;

import io.whorl.corpus.internal.text.PlacedText.Syntax;
import java.util.Set;
import org.jsoup.nodes.CDataNode;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.Range;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/** Emits the visible text of a page, including navigation, tables and code, with the title first. */
final class HtmlConverter implements NodeFilter {
    private static final String CDATA = "<![CDATA[";
    private static final String CDATA_END = "]]>";

    private final PlacedText source;
    private final ProseBuilder out;
    private int preformatted;

    private HtmlConverter(PlacedText source, ProseBuilder out) {
        this.source = source;
        this.out = out;
    }

    /** @param source of the page; if it is mapped, the parser has tracked positions */
    static void of(Node page, PlacedText source, ProseBuilder out) {
        NodeTraversor.filter(new HtmlConverter(source, out), page);
    }

    @Override
    public FilterResult head(Node node, int depth) {
        if (node instanceof TextNode text) {
            if (preformatted > 0) {
                out.lines(placed(text));
            } else {
                out.text(placed(text));
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

    private PlacedText placed(TextNode node) {
        String text = node.getWholeText();
        if (!source.mapped) {
            return PlacedText.of(text, false);
        }
        Range range = node.sourceRange();
        int from = range.startPos();
        int to = range.endPos();
        if (!range.isTracked() || from < 0 || to > source.length()) {
            return PlacedText.of(text, false);
        }
        if (node instanceof CDataNode
                && source.text.startsWith(CDATA, from)
                && source.text.startsWith(CDATA_END, to - CDATA_END.length())) {
            from += CDATA.length();
            to -= CDATA_END.length();
        }
        boolean raw = node instanceof CDataNode || isRaw(node.parent());
        return source.parsed(from, to, text, raw ? Syntax.RAW : Syntax.REFERENCES);
    }

    private static boolean isRaw(Node parent) {
        return parent != null
                && (parent.normalName().equals("xmp") || parent.normalName().equals("plaintext"));
    }

    /** How elements separate the text of a page: blank lines around blocks, line breaks, spaces between cells. */
    static final class HtmlElements {
        private static final Set<String> HIDDEN = Set.of("""
                script style noscript template noembed noframes iframe math svg object audio video canvas
                """.split("\\s+"));
        private static final Set<String> BLOCKS = Set.of("""
                address article aside blockquote body caption center dd details dialog dir div dl dt fieldset
                figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing
                main menu nav ol p plaintext pre search section summary table tbody tfoot thead title ul xmp
                """.split("\\s+"));
        private static final Set<String> LINES = Set.of("br", "tr", "option");
        private static final Set<String> CELLS =
                Set.of("td", "th", "img", "input", "button", "select", "textarea", "optgroup", "label");
        private static final Set<String> PREFORMATTED = Set.of("listing", "plaintext", "pre", "textarea", "xmp");

        private HtmlElements() {}

        /** True if the content of the element is invisible, or a picture or an equation. */
        static boolean isHidden(String name) {
            return HIDDEN.contains(name);
        }

        static boolean isPreformatted(String name) {
            return PREFORMATTED.contains(name);
        }

        /** Emits the separator for the start or end of an element. */
        static void border(String name, ProseBuilder out) {
            if (BLOCKS.contains(name)) {
                out.paragraph();
            } else if (LINES.contains(name)) {
                out.line();
            } else if (CELLS.contains(name)) {
                out.space();
            }
        }
    }
}
