package io.whorl.store;

/**
 * The bytes of each kind of number about documents, 1 to 8.
 *
 * @param block offset of a block of ids
 * @param words words of a document after filtering
 * @param minutiae distinct minutiae of a document
 * @param extra end offset of the extra of a document
 * @param family next document of a family; 0 if no documents share postings
 * @param text end offset of the text of a document; 0 if no texts are stored
 * @param date date of a document; 0 if no document has one
 * @param fingerprint end offset of the fingerprint of a document; 0 if no fingerprints are stored
 */
record DocumentWidths(int block, int words, int minutiae, int extra, int family, int text, int date, int fingerprint) {
    boolean valid() {
        return valid(block)
                && valid(words)
                && valid(minutiae)
                && valid(extra)
                && (family == 0 || valid(family))
                && (text == 0 || valid(text))
                && (date == 0 || valid(date))
                && (fingerprint == 0 || valid(fingerprint));
    }

    DocumentWidths family(int width) {
        return new DocumentWidths(block, words, minutiae, extra, width, text, date, fingerprint);
    }

    DocumentWidths text(int width) {
        return new DocumentWidths(block, words, minutiae, extra, family, width, date, fingerprint);
    }

    DocumentWidths date(int width) {
        return new DocumentWidths(block, words, minutiae, extra, family, text, width, fingerprint);
    }

    DocumentWidths fingerprint(int width) {
        return new DocumentWidths(block, words, minutiae, extra, family, text, date, width);
    }

    private static boolean valid(int width) {
        return width >= 1 && width <= 8;
    }
}
