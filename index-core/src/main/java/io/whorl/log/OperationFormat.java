package io.whorl.log;

/** Constants of the format of operations; docs/FORMAT.md, "Operations". */
final class OperationFormat {
    static final int ADD = 1;
    static final int DELETE = 2;
    /** The text of the document of the ADD that follows. */
    static final int TEXT = 3;
    /** The date of the document of the ADD that follows; between the two there may be its TEXT. */
    static final int DATE = 4;
    /** Bytes of a date. */
    static final int DATE_BYTES = 8;
    /** Maximum bytes of a variable-length int. */
    static final int LONGEST_INT = 5;
    /** Maximum bytes of a commit. A commit of so many postings is written as a segment long before this limit. */
    static final long MOST_BYTES = 1L << 30;

    private OperationFormat() {}

    /** The bytes of a minutia of so many bits. */
    static int width(int bits) {
        return (bits + 7) / 8;
    }
}
