package io.whorl.store;

import java.io.IOException;

/** Reads the entries of some runs one after another, a block at a time. One thread at a time. */
final class EntryReader {
    private static final int BLOCK = 2048;

    private final EntryRuns runs;
    private final long[] minutiae = new long[BLOCK];
    private final long[] payloads = new long[BLOCK];
    private int run;
    private int from;
    private int held;
    private int at;

    EntryReader(EntryRuns runs, int firstRun) {
        this.runs = runs;
        run = firstRun;
    }

    /** Whether there is a current entry; goes on to the next block or run where this one is used up. */
    boolean more() throws IOException {
        while (at == held) {
            if (run == runs.runs()) {
                return false;
            }
            at = 0;
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
