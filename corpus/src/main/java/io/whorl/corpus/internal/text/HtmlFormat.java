package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.parser.Parser;

/** HTML and XHTML. The charset comes from the byte order mark, media type, meta element or bytes, in this order. */
final class HtmlFormat extends ProseFormat {
    /**
     * The largest number of tags. A parsed tag costs 200 bytes of heap, and so do four attributes, so a page costs at
     * most 100 MB per thread.
     */
    static final int MAX_TAGS = 500_000;

    private static final int ATTRIBUTES_PER_TAG = 4;
    private static final Pattern BEGINS = Pattern.compile("(?is)<(?:!doctype\\s+html|html)[\\s>].*");
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
        return BEGINS.matcher(first.substring(content(first))).matches()
                || HeadChecks.isNamed(head, ".html", ".htm", ".xhtml", ".shtml")
                        && TAG.matcher(first).find();
    }

    /** The position after white space, comments and processing instructions. */
    private static int content(String first) {
        int at = 0;
        for (int past = past(first, at); past > at; past = past(first, at)) {
            at = past;
        }
        return at;
    }

    /** The position after the one that starts here; the same position if there is none, or its end is not visible. */
    private static int past(String first, int at) {
        if (at < first.length() && first.charAt(at) <= ' ') {
            return at + 1;
        }
        String end = first.startsWith("<!--", at) ? "-->" : first.startsWith("<?", at) ? ">" : "";
        int found = end.isEmpty() ? -1 : first.indexOf(end, at);
        return found < 0 ? at : found + end.length();
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
        boolean xml = head.isMediaType("application/xhtml+xml") || HeadChecks.isNamed(head, ".xhtml");
        Parser parser = (xml ? Parser.xmlParser() : Parser.htmlParser()).setTrackPosition(mapped);
        Document parsed = parser.parseInput(page, "");
        PlacedText source = decoded.placed(mapped);
        ProseBuilder prose = new ProseBuilder(source);
        HtmlConverter.of(parsed, source, prose);
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
}
