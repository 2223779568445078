package io.whorl.corpus.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.testing.Packed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** Converts documents for tests. */
final class TextOf {
    private TextOf() {}

    static Head head(String name, String mediaType, byte[] document) {
        return new Head(name, mediaType, Arrays.copyOf(document, Math.min(document.length, Head.MAX_BYTES)));
    }

    /** The name of the format that recognises the document; {@code none} if there is none. */
    static String format(String name, String mediaType, byte[] document) {
        return TextFormats.texts().stream()
                .filter(format -> format.recognises(head(name, mediaType, document)))
                .map(TextFormat::name)
                .findFirst()
                .orElse("none");
    }

    static String format(String name, String document) {
        return format(name, "", Packed.utf8(document));
    }

    static String text(TextFormat format, String document) throws TextConversionException {
        return text(format, "", Packed.utf8(document));
    }

    static String text(TextFormat format, String mediaType, byte[] document) throws TextConversionException {
        return new String(
                format.text(document, head("", mediaType, document), false).utf8(), StandardCharsets.UTF_8);
    }

    /** Asserts why an office document is not converted, which takes a bounded time. */
    static void officeFails(Skipped.Reason reason, String detail, byte[] document, String name) {
        TextConversionException e = assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> assertThrows(TextConversionException.class, () -> new OfficeFormat()
                        .text(document, head(name, "", document), true)));
        assertEquals(reason, e.reason(), e.getMessage());
        assertTrue(e.getMessage().contains(detail), e.getMessage());
    }
}
