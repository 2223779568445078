package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Converts documents for tests. */
final class TextOf {
    private TextOf() {}

    static Head head(String name, String mediaType, byte[] document) {
        return new Head(name, mediaType, Arrays.copyOf(document, Math.min(document.length, Head.MAX_BYTES)));
    }

    /** The name of the format that recognises the document; {@code none} if there is none. */
    static String format(String name, String mediaType, byte[] document) {
        return new TextFormats()
                .texts().stream()
                        .filter(format -> format.recognises(head(name, mediaType, document)))
                        .map(TextFormat::name)
                        .findFirst()
                        .orElse("none");
    }

    static String format(String name, String document) {
        return format(name, "", document.getBytes(StandardCharsets.UTF_8));
    }

    static String text(TextFormat format, String document) throws TextConversionException {
        return text(format, "", document.getBytes(StandardCharsets.UTF_8));
    }

    static String text(TextFormat format, String mediaType, byte[] document) throws TextConversionException {
        return new String(format.text(document, head("", mediaType, document)), StandardCharsets.UTF_8);
    }
}
