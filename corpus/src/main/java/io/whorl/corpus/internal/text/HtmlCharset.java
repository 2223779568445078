package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the charset that a page declares in its XML declaration or a meta element (WHATWG HTML, prescan of a byte
 * stream).
 */
final class HtmlCharset {
    private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
    private static final Pattern DECLARATION =
            Pattern.compile("(?i)(?:<meta\\s[^>]{0,300}?charset|^\\s{0,9}<\\?xml\\s[^>]{0"
                    + ",99}?encoding)\\s*=\\s*[\"']?\\s*([^\\s\"'/>;]{1,40})");

    private HtmlCharset() {}

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
