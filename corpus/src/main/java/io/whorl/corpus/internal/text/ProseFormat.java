package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.internal.text.TextDecoder.DecodedText;
import java.util.List;

/** A format whose converter keeps the places of its text. One conversion makes the text with and without a map. */
abstract class ProseFormat implements TextFormat {
    private final String name;
    private final List<String> mediaTypes;

    /** @param mediaTypes that state the format */
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
        return !HeadChecks.hasNul(first) && begins(first, head);
    }

    /** True if the media type states this format. */
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
    public final byte[] text(byte[] document, Head head) throws TextConversionException {
        return convert(decoded(document, head), head, false).utf8();
    }

    @Override
    public final MappedText mappedText(byte[] document, Head head) throws TextConversionException {
        DecodedText decoded = decoded(document, head);
        return convert(decoded, head, true).mappedText(decoded);
    }
}
