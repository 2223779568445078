package io.whorl.store;

import java.io.IOException;

/** Reads the entries of consecutive runs in order, a block at a time. One thread at a time. */
final class EntryReader {
    private static final int BLOCK = 1024;

    private final EntryRuns runs;
    private long[] minutiae = {};
    private long[] payloads = {};
    private final int endRun;
    private int run;
    private long from;
    private int held;
    private int at;

    /** Reads from a run to the last. */
    EntryReader(EntryRuns runs, int firstRun) {
        this(runs, firstRun, runs.runs());
    }

    EntryReader(EntryRuns runs, int firstRun, int endRun) {
        this.runs = runs;
        this.endRun = endRun;
        run = firstRun;
    }

    /** The place of the current entry in its run and the run, to return to by {@link #moveTo}. */
    Place place() {
        return new Place(run, from - held + at);
    }

    /** An entry to which a reader can return. */
    record Place(int run, long from) {}

    void moveTo(Place place) {
        run = place.run;
        from = place.from;
        held = 0;
        at = 0;
    }

    /** True if there is a current entry. Loads the next block or run if necessary. */
    boolean more() throws IOException {
        while (at == held) {
            if (run == endRun) {
                return false;
            }
            at = 0;
            if (minutiae.length == 0 && runs.size(run) > 0) {
                // Allocated on first use: a merge has hundreds of readers, and in small segments most of them read
                // nothing.
                minutiae = new long[BLOCK];
                payloads = new long[BLOCK];
            }
            held = runs.read(run, from, minutiae, payloads);
            from += held;
            if (held == 0) {
                run++;
                from = 0;
            }
        }
        return true;
    }

    long minutia() {
        return minutiae[at];
    }

    long payload() {
        return payloads[at];
    }

    void advance() {
        at++;
    }
}
