package io.whorl.corpus.internal.text;

import java.util.Set;

/** How elements separate the text of a page: blank lines around blocks, line breaks, spaces between cells. */
final class HtmlElements {
    private static final Set<String> HIDDEN = Set.of(
            "script",
            "style",
            "noscript",
            "template",
            "noembed",
            "noframes",
            "iframe",
            "math",
            "svg",
            "object",
            "audio",
            "video",
            "canvas");
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
            "ul",
            "xmp");
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
