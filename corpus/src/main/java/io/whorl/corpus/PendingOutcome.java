package io.whorl.corpus;

import java.util.concurrent.Future;

/** Something found in the sources, in its turn. */
final class PendingOutcome {
    private final Future<Outcome> outcome;
    private final long position;
    private long bytes;
    private boolean taken;

    /**
     * @param outcome what becomes of it, perhaps only later
     * @param bytes it holds in memory
     * @param position bytes of the sources read when it was found
     */
    PendingOutcome(Future<Outcome> outcome, long bytes, long position) {
        this.outcome = outcome;
        this.bytes = bytes;
        this.position = position;
    }

    Future<Outcome> outcome() {
        return outcome;
    }

    long position() {
        return position;
    }

    /** As far as known; for the queue it is in, which guards it. */
    long bytes() {
        return bytes;
    }

    /** For its queue. */
    void bytes(long known) {
        bytes = known;
    }

    /** Whether it has left its queue; for that alone. */
    boolean isTaken() {
        return taken;
    }

    /** For its queue. */
    void take() {
        taken = true;
    }
}
