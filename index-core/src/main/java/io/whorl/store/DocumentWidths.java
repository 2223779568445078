package io.whorl.store;

/**
 * Bytes that each kind of number about documents takes, 1 to 8.
 *
 * @param block where a block of ids begins
 * @param words surviving words of a document
 * @param minutiae distinct minutiae of a document
 * @param extra where a document's extra bytes end
 * @param family the next document of a family; 0 where no documents share postings
 */
record DocumentWidths(int block, int words, int minutiae, int extra, int family) {
    boolean valid() {
        return valid(block) && valid(words) && valid(minutiae) && valid(extra) && (family == 0 || valid(family));
    }

    DocumentWidths family(int width) {
        return new DocumentWidths(block, words, minutiae, extra, width);
    }

    private static boolean valid(int width) {
        return width >= 1 && width <= 8;
    }
}
