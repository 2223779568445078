package io.whorl.store;

import java.io.IOException;

/** Writes the sections of stored texts or fingerprints, in one pass over the documents for each section. */
final class FormWriter {
    private FormWriter() {}

    /**
     * Writes the forms, and where they end.
     *
     * @param content the section of the forms
     * @param ends the section of their ends
     * @return the width of the ends
     */
    static int write(long documents, StoredForms forms, Section content, Section ends, SegmentWriter out)
            throws IOException {
        out.begin(content);
        long end = 0;
        for (long i = 0; i < documents; i++) {
            forms.write(i, out::put);
            end += forms.bytes(i);
        }
        out.end(content);
        int width = FixedNumbers.width(end);
        out.begin(ends);
        end = 0;
        for (long i = 0; i < documents; i++) {
            end += forms.bytes(i);
            out.putNumber(end, width);
        }
        out.end(ends);
        return width;
    }
}
