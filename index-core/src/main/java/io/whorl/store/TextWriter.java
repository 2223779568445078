package io.whorl.store;

import java.io.IOException;

/** Writes the sections of the stored texts, in one pass over the documents for each section. */
final class TextWriter {
    private TextWriter() {}

    /**
     * Writes the texts.
     *
     * @return the width of their ends
     */
    static int write(long documents, StoredTexts texts, SegmentWriter out) throws IOException {
        out.begin(Section.TEXTS);
        long end = 0;
        for (long i = 0; i < documents; i++) {
            texts.write(i, out::put);
            end += texts.bytes(i);
        }
        out.end(Section.TEXTS);
        int width = FixedNumbers.width(end);
        out.begin(Section.TEXT_ENDS);
        end = 0;
        for (long i = 0; i < documents; i++) {
            end += texts.bytes(i);
            out.putNumber(end, width);
        }
        out.end(Section.TEXT_ENDS);
        return width;
    }
}
