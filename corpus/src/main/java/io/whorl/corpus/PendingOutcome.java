package io.whorl.corpus;

import java.util.List;
import java.util.concurrent.Future;

/** An entry of an {@link OutcomeQueue}: documents or reports that may not be known yet. */
final class PendingOutcome {
    private final Future<List<Outcome>> outcome;
    private final long position;
    private long bytes;
    private boolean taken;

    /**
     * @param outcome the result, perhaps later
     * @param bytes memory that it occupies
     * @param position bytes of the sources that were read before it
     */
    PendingOutcome(Future<List<Outcome>> outcome, long bytes, long position) {
        this.outcome = outcome;
        this.bytes = bytes;
        this.position = position;
    }

    Future<List<Outcome>> outcome() {
        return outcome;
    }

    long position() {
        return position;
    }

    /** The memory known so far. Guarded by the queue. */
    long bytes() {
        return bytes;
    }

    /** Guarded by the queue. */
    void bytes(long known) {
        bytes = known;
    }

    /** True if the entry has left the queue. Guarded by the queue. */
    boolean isTaken() {
        return taken;
    }

    /** Guarded by the queue. */
    void take() {
        taken = true;
    }
}
