package io.whorl.crash;

import java.util.Set;

/**
 * Which operation fails with "No space left on device".
 *
 * @param operations those counted
 * @param nth the one that fails, from 1, counted from the moment the fault is set
 * @param forever whether all that follow fail too, as on a disk that stays full
 * @param half whether a write that fails has put the first half of its bytes in the file before it does
 */
public record Fault(Set<Operation> operations, long nth, boolean forever, boolean half) {
    /** The n-th of these operations fails, once, and does nothing. */
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
