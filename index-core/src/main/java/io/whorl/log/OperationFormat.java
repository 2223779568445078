package io.whorl.log;

/** What the writing and the reading of an operation must agree on; docs/FORMAT.md, "Operations". */
final class OperationFormat {
    static final int ADD = 1;
    static final int DELETE = 2;
    /** The longest varint of an int. */
    static final int LONGEST_INT = 5;
    /** No commit has more bytes; one of so many postings is written as a segment long before. */
    static final long MOST_BYTES = 1L << 30;

    private OperationFormat() {}

    /** Bytes of a minutia. */
    static int width(int bits) {
        return (bits + 7) / 8;
    }
}
