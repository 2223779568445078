package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;

/** A format whose converter records where its text comes from. One conversion makes the text with and without a map. */
abstract class ProseFormat implements TextFormat {
    /** Converts a document. The origins of the text count only if it is mapped. */
    abstract ProseBuilder prose(DecodedText decoded, Head head, boolean mapped) throws TextConversionException;

    DecodedText decoded(byte[] document, Head head) {
        return TextDecoder.decoded(document, head);
    }

    @Override
    public final byte[] text(byte[] document, Head head) throws TextConversionException {
        return prose(decoded(document, head), head, false).utf8();
    }

    @Override
    public final MappedText mappedText(byte[] document, Head head) throws TextConversionException {
        DecodedText decoded = decoded(document, head);
        return prose(decoded, head, true).mapped(decoded);
    }
}
