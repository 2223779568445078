package io.whorl.crash;

import java.util.Set;

/**
 * The operation that fails with "No space left on device", or because access is denied.
 *
 * @param operations the kinds that count
 * @param nth the one that fails, from 1, counted since the fault was set
 * @param forever whether all later ones fail too, as on a disk that stays full
 * @param half whether a failing write writes the first half of its bytes
 * @param denied whether access is denied, rather than space missing
 */
public record Fault(Set<Operation> operations, long nth, boolean forever, boolean half, boolean denied) {
    public Fault(Set<Operation> operations, long nth, boolean forever, boolean half) {
        this(operations, nth, forever, half, false);
    }

    /** All of these operations fail, because the process has no permission. */
    public static Fault denying(Operation... operations) {
        return new Fault(Set.of(operations), 1, true, false, true);
    }

    /** The n-th of these operations fails, once, and has no effect. */
    public static Fault at(long nth, Operation... operations) {
        return new Fault(Set.of(operations), nth, false, false);
    }

    public Fault andAllAfter() {
        return new Fault(operations, nth, true, half, denied);
    }

    public Fault halfWritten() {
        return new Fault(operations, nth, forever, true, denied);
    }
}
