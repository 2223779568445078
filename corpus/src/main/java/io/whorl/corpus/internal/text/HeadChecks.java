package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Checks by which formats recognise documents. */
final class HeadChecks {
    private HeadChecks() {}

    /** True if no media type is stated, so that bytes and name decide. */
    static boolean isUntyped(Head head) {
        return head.mediaType().isBlank() || head.isMediaType("application/octet-stream");
    }

    /** True if the media type states some kind of text, whatever the bytes look like. */
    static boolean isTypedAsText(Head head) {
        String type = head.mediaType().stripLeading().toLowerCase(Locale.ROOT);
        return type.startsWith("text/") && !type.startsWith("text/rtf") || type.startsWith("message/");
    }

    /** The first bytes as text without a byte order mark; reliable only for ASCII characters. */
    static String text(Head head) {
        Charset charset = TextDecoder.mark(head.first()).orElse(StandardCharsets.UTF_8);
        return charset.equals(StandardCharsets.UTF_8)
                ? head.latin1()
                : new String(head.first(), charset).replaceFirst("^\ufeff", "");
    }

    /** True if the name ends in one of these suffixes, ignoring case. */
    static boolean isNamed(Head head, String... suffixes) {
        boolean ends = false;
        for (String suffix : suffixes) {
            ends |= head.isNamed(suffix);
        }
        return ends;
    }

    /** False if the first visible character is in ASCII, but not one of these. Quicker than a regular expression. */
    static boolean mayBeginWith(String characters, String text) {
        int i = 0;
        while (i < text.length() && text.charAt(i) <= ' ') {
            i++;
        }
        return i < text.length() && (text.charAt(i) > '~' || characters.indexOf(text.charAt(i)) >= 0);
    }

    /** True if the text contains a NUL, which text does not, except in UTF-16 and UTF-32. */
    static boolean hasNul(String text) {
        return text.indexOf('\0') >= 0;
    }
}
