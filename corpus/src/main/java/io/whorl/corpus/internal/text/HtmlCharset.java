package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The charset that a page says of itself, in its XML declaration or a meta element (WHATWG HTML, prescan of a byte
 * stream).
 */
final class HtmlCharset {
    private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
    private static final Pattern SAYS = Pattern.compile(
            "(?i)(?:<meta\\s[^>]{0,300}?charset|^\\s{0,9}<\\?xml\\s[^>]{0,99}?encoding)\\s*=\\s*[\"']?\\s*([^\\s\"'/>;]{1,40})");

    private HtmlCharset() {}

    static Optional<Charset> charset(byte[] page) {
        int length = Math.min(page.length, Head.MOST);
        String first = new String(page, 0, length, StandardCharsets.ISO_8859_1);
        Matcher matcher = SAYS.matcher(COMMENT.matcher(first).replaceAll(""));
        // Whoever could read this much by ASCII has no UTF-16 before him.
        return matcher.find()
                ? TextDecoder.named(matcher.group(1))
                        .map(said -> said.name().startsWith("UTF-16") ? StandardCharsets.UTF_8 : said)
                : Optional.empty();
    }
}
