package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What formats look at to tell whether a document is theirs. */
final class HeadChecks {
    private HeadChecks() {}

    /** Whether the media type leaves the matter open, so that bytes and name decide. */
    static boolean isUnsaid(Head head) {
        return head.mediaType().isBlank() || head.isMediaType("application/octet-stream");
    }

    /** Whether the media type says that it is text of some kind, whatever its bytes look like. */
    static boolean isSaidText(Head head) {
        String type = head.mediaType().stripLeading().toLowerCase(Locale.ROOT);
        return type.startsWith("text/") && !type.startsWith("text/rtf") || type.startsWith("message/");
    }

    /** The first bytes as text, good for ASCII marks, without a byte order mark. */
    static String text(Head head) {
        Charset charset = TextDecoder.mark(head.first()).orElse(StandardCharsets.UTF_8);
        return charset.equals(StandardCharsets.UTF_8)
                ? head.latin1()
                : new String(head.first(), charset).replaceFirst("^\ufeff", "");
    }

    /** Whether the name ends in one of these, in any case. */
    static boolean isNamed(Head head, String... suffixes) {
        String name = head.name().toLowerCase(Locale.ROOT);
        boolean ends = false;
        for (String suffix : suffixes) {
            ends |= name.endsWith(suffix);
        }
        return ends;
    }

    /** Whether it holds a NUL, which text does not, but for UTF-16 and UTF-32. */
    static boolean hasNul(String text) {
        return text.indexOf('\0') >= 0;
    }
}
