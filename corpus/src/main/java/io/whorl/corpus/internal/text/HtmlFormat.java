package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.internal.text.PlacedText.Syntax;
import io.whorl.corpus.internal.text.ProseFormat.HeadChecks;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.CDataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.Range;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/** HTML and XHTML. The charset comes from the byte order mark, media type, meta element or bytes, in this order. */
final class HtmlFormat extends ProseFormat {
    /**
     * The largest number of tags. A parsed tag costs 200 bytes of heap, and so do four attributes, so a page costs at
     * most 100 MB per thread.
     */
    static final int MAX_TAGS = 500_000;

    private static final int ATTRIBUTES_PER_TAG = 4;
    /** White space, comments and processing instructions may precede the first tag. */
    private static final Pattern BEGINS =
            Pattern.compile("(?is)(?:[\\x00-\\x20]++|<!(?=--).*?-->|<\\?.*?>)*+<(?:!doctype\\s+html|html)[\\s>]");

    private static final Pattern TAG =
            Pattern.compile("(?i)<(?:!doctype|html|head|body|title|meta|link|p|div|h[1-6]|a|b|i|br|ul|ol|li|pre|table"
                    + "|center|font|span)[\\s/>]");
    private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
    private static final Pattern DECLARATION = Pattern.compile("(?i)(?:<meta\\s[^>]{0,300}?charset"
            + "|^\\s{0,9}<\\?xml\\s[^>]{0,99}?encoding)\\s*=\\s*[\"']?\\s*([^\\s\"'/>;]{1,40})");

    HtmlFormat() {
        super("html", "text/html", "application/xhtml+xml");
    }

    @Override
    boolean begins(String first, Head head) {
        return HeadChecks.mayBeginWith("<", first) && BEGINS.matcher(first).lookingAt()
                || head.isNamed(".html", ".htm", ".xhtml", ".shtml")
                        && TAG.matcher(first).find();
    }

    @Override
    DecodedText decoded(byte[] document, Head head) {
        return TextDecoder.decoded(document, head, charset(document));
    }

    @Override
    PlacedText convert(DecodedText decoded, Head head, boolean mapped) throws TextConversionException {
        String page = decoded.text();
        int tags = tags(page);
        if (tags > MAX_TAGS) {
            throw new TextConversionException(
                    Skipped.Reason.TOO_LARGE, "a page of " + tags + " tags; at most " + MAX_TAGS + " are parsed");
        }
        boolean xml = head.isMediaType("application/xhtml+xml") || head.isNamed(".xhtml");
        Parser parser = (xml ? Parser.xmlParser() : Parser.htmlParser()).setTrackPosition(mapped);
        Document parsed = parser.parseInput(page, "");
        PlacedText source = decoded.placed(mapped);
        ProseBuilder prose = new ProseBuilder(source);
        HtmlConverter.of(parsed, source, prose);
        if (prose.length() == 0 && prose.hiddenText().characters() > 0) {
            // The page is hidden until a script shows it.
            prose = new ProseBuilder(source);
            prose.showAll();
            HtmlConverter.of(parsed, source, prose);
        }
        return prose.build();
    }

    /** An upper bound of the tags, with four attributes counted as one tag. */
    private static int tags(String page) {
        int tags = 0;
        int words = 0;
        boolean inside = false;
        for (int i = 0; i + 1 < page.length(); i++) {
            char c = page.charAt(i);
            if (c == '<' && Character.isLetter(page.charAt(i + 1))) {
                tags++;
                inside = true;
            } else if (c == '>') {
                inside = false;
            } else if (inside && (c <= ' ' || c == '/' || c == '"' || c == '\'') && page.charAt(i + 1) > ' ') {
                words++;
            }
        }
        return tags + words / (2 * ATTRIBUTES_PER_TAG);
    }

    /**
     * Finds the charset that a page declares in its XML declaration or a meta element (WHATWG HTML, prescan of a byte
     * stream).
     */
    static Optional<Charset> charset(byte[] page) {
        int length = Math.min(page.length, Head.MAX_BYTES);
        String first = new String(page, 0, length, StandardCharsets.ISO_8859_1);
        Matcher matcher = DECLARATION.matcher(COMMENT.matcher(first).replaceAll(""));
        // The declaration was readable as ASCII, so it cannot be UTF-16.
        return matcher.find()
                ? TextDecoder.named(matcher.group(1))
                        .map(declared -> declared.name().startsWith("UTF-16") ? StandardCharsets.UTF_8 : declared)
                : Optional.empty();
    }

    /** Emits the visible text of a page, including navigation, tables and code, with the title first. */
    static final class HtmlConverter implements NodeFilter {
        private static final Pattern SIMPLE = Pattern.compile("[.#]?[\\w-]+");
        private static final String CDATA = "<![CDATA[";
        private static final String CDATA_END = "]]>";

        private final PlacedText source;
        private final ProseBuilder out;
        private final Map<String, Look> styles = new HashMap<>();
        /** True if a background may come from a style that is not known. */
        private boolean unknownStyles;

        private final Deque<Look> looks = new ArrayDeque<>();

        private int preformatted;

        private HtmlConverter(Node page, PlacedText source, ProseBuilder out) {
            this.source = source;
            this.out = out;
            if (page instanceof Document document) {
                collectStyles(document);
            }
            looks.push(Look.PLAIN);
        }

        /** Collects what the style sheets in a page state of elements, classes and ids for all media. */
        private void collectStyles(Document page) {
            unknownStyles = !page.select("link[rel=stylesheet]").isEmpty();
            for (Element sheet : page.getElementsByTag("style")) {
                unknownStyles |= sheet.data().contains("@import");
                Look.ofSheet(sheet.data()).forEach((selector, look) -> {
                    styles.merge(selector, look, Look::over);
                    unknownStyles |= look.background() != Look.UNSET
                            && !SIMPLE.matcher(selector).matches();
                });
            }
        }

        private Look look(Element element) {
            String tag = element.normalName();
            if (tag.equals("html") || tag.equals("body")) {
                // Pages are hidden until they are loaded.
                Look page = styles.getOrDefault(tag, Look.NOTHING);
                Look own = element.hasAttr("bgcolor") ? Look.on(Look.colour(element.attr("bgcolor"))) : Look.NOTHING;
                return Look.ofCss(element.attr("style")).over(own).over(page).shown();
            }
            Look look = element.hasAttr("hidden") ? Look.hiding() : Look.NOTHING;
            look = styles.getOrDefault(tag, Look.NOTHING).over(look);
            for (String name : styles.isEmpty() ? Set.<String>of() : element.classNames()) {
                look = styles.getOrDefault("." + name, Look.NOTHING).over(look);
            }
            if (element.hasAttr("id")) {
                look = styles.getOrDefault("#" + element.id(), Look.NOTHING).over(look);
            }
            if (element.hasAttr("bgcolor")) {
                look = Look.on(Look.colour(element.attr("bgcolor"))).over(look);
            }
            if (tag.equals("font") && element.hasAttr("color")) {
                look = Look.coloured(Look.colour(element.attr("color"))).over(look);
            }
            return element.hasAttr("style") ? Look.ofCss(element.attr("style")).over(look) : look;
        }

        /** @param source of the page; if it is mapped, the parser has tracked positions */
        static void of(Node page, PlacedText source, ProseBuilder out) {
            NodeTraversor.filter(new HtmlConverter(page, source, out), page);
        }

        @Override
        public FilterResult head(Node node, int depth) {
            if (node instanceof TextNode text) {
                if (preformatted > 0) {
                    out.lines(placed(text));
                } else {
                    out.text(placed(text));
                }
            } else if (node instanceof Element element) {
                if (HtmlElements.HIDDEN.contains(node.normalName())) {
                    return FilterResult.SKIP_ENTIRELY;
                }
                HtmlElements.border(node.normalName(), out);
                preformatted += HtmlElements.PREFORMATTED.contains(node.normalName()) ? 1 : 0;
                looks.push(look(element).over(unknownStyles ? looks.element().onUnknown() : looks.element()));
                out.hide(looks.element().isHidden());
            }
            return FilterResult.CONTINUE;
        }

        @Override
        public FilterResult tail(Node node, int depth) {
            if (node instanceof Element) {
                HtmlElements.border(node.normalName(), out);
                preformatted -= HtmlElements.PREFORMATTED.contains(node.normalName()) ? 1 : 0;
                looks.pop();
                out.hide(looks.element().isHidden());
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
    }

    /** How elements separate the text of a page: blank lines around blocks, line breaks, spaces between cells. */
    static final class HtmlElements {
        private static final Map<String, Set<String>> WORDS = NameTable.sets("html-elements.txt");

        /** Elements whose content is invisible, or a picture or an equation. */
        private static final Set<String> HIDDEN = WORDS.get("HIDDEN");

        private static final Set<String> BLOCKS = WORDS.get("BLOCKS");
        private static final Set<String> LINES = WORDS.get("LINES");
        private static final Set<String> CELLS = WORDS.get("CELLS");
        private static final Set<String> PREFORMATTED = WORDS.get("PREFORMATTED");

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
