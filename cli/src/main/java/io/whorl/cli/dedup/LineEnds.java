package io.whorl.cli.dedup;

/** Counts the line ends at the end of an output, up to two. The beginning of a file counts as two. */
final class LineEnds {
    static final int MOST = 2;

    private int count;

    LineEnds(int count) {
        this.count = count;
    }

    int count() {
        return count;
    }

    void add(byte[] bytes, int from, int length) {
        int ends = 0;
        int at = from + length - 1;
        boolean after = false;
        // A return counts only as the beginning of a line end.
        while (at >= from && ends < MOST && (bytes[at] == '\n' || after && bytes[at] == '\r')) {
            after = bytes[at] == '\n';
            ends += after ? 1 : 0;
            at--;
        }
        // Nothing but line ends continues those before.
        count = at < from ? Math.min(MOST, count + ends) : ends;
    }

    /** The output ends with a record that is complete. */
    void complete() {
        count = MOST;
    }
}
