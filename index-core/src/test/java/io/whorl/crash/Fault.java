package io.whorl.crash;

import java.util.Set;

/**
 * The operation that fails with "No space left on device".
 *
 * @param operations the kinds that count
 * @param nth the one that fails, from 1, counted since the fault was set
 * @param forever whether all later ones fail too, as on a disk that stays full
 * @param half whether a failing write writes the first half of its bytes
 */
public record Fault(Set<Operation> operations, long nth, boolean forever, boolean half) {
    /** The n-th of these operations fails, once, and has no effect. */
    public static Fault at(long nth, Operation... operations) {
        return new Fault(Set.of(operations), nth, false, false);
    }

    public Fault andAllAfter() {
        return new Fault(operations, nth, true, half);
    }

    public Fault halfWritten() {
        return new Fault(operations, nth, forever, true);
    }
}
