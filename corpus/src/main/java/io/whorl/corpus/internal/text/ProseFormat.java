package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** A format whose converter keeps the places of its text. One conversion makes the text with and without a map. */
abstract class ProseFormat implements TextFormat {
    private final String name;
    private final List<String> mediaTypes;

    ProseFormat(String name, String... mediaTypes) {
        this.name = name;
        this.mediaTypes = List.of(mediaTypes);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public boolean recognises(Head head) {
        if (isTyped(head)) {
            return true;
        }
        if (!HeadChecks.isUntyped(head)) {
            return false;
        }
        String first = HeadChecks.text(head);
        // Text has no NUL, except in UTF-16 and UTF-32.
        return first.indexOf('\0') < 0 && begins(first, head);
    }

    final boolean isTyped(Head head) {
        return !head.mediaType().isEmpty() && mediaTypes.stream().anyMatch(head::isMediaType);
    }

    /**
     * Decides about a document whose media type is not stated.
     *
     * @param first its first characters, without a byte order mark
     */
    boolean begins(String first, Head head) {
        return false;
    }

    /** Converts a document to a text that is mapped on request, unless a place is not known. */
    abstract PlacedText convert(DecodedText decoded, Head head, boolean mapped) throws TextConversionException;

    DecodedText decoded(byte[] document, Head head) {
        return TextDecoder.decoded(document, head);
    }

    @Override
    public final MappedText text(byte[] document, Head head, boolean mapped) throws TextConversionException {
        DecodedText decoded = decoded(document, head);
        return convert(decoded, head, mapped).mappedText(decoded);
    }

    static final class HeadChecks {
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

        /**
         * False if the first visible character is in ASCII, but not one of these. Quicker than a regular expression.
         */
        static boolean mayBeginWith(String characters, String text) {
            int i = PlacedText.runEnd(text, 0, text.length(), c -> c <= ' ');
            return i < text.length() && (text.charAt(i) > '~' || characters.indexOf(text.charAt(i)) >= 0);
        }
    }
}
