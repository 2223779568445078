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
 */
record DocumentWidths(int block, int words, int minutiae, int extra, int family, int text) {
    boolean valid() {
        return valid(block)
                && valid(words)
                && valid(minutiae)
                && valid(extra)
                && (family == 0 || valid(family))
                && (text == 0 || valid(text));
    }

    DocumentWidths family(int width) {
        return new DocumentWidths(block, words, minutiae, extra, width, text);
    }

    DocumentWidths text(int width) {
        return new DocumentWidths(block, words, minutiae, extra, family, width);
    }

    private static boolean valid(int width) {
        return width >= 1 && width <= 8;
    }
}
