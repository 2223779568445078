package io.whorl.crash;

import java.io.IOException;
import java.util.Optional;

/** Counts operations and says which is to fail. Guarded by its disk's monitor. */
final class Faults {
    private Optional<Fault> fault = Optional.empty();
    private long counted;
    private long met;

    void set(Optional<Fault> next) {
        fault = next;
        counted = 0;
        met = 0;
    }

    /** Operations that failed since the fault was set. */
    long met() {
        return met;
    }

    /** Whether this operation, about to be done, fails; asked once for each. */
    boolean strikes(Operation operation) {
        if (fault.isEmpty() || !fault.get().operations().contains(operation)) {
            return false;
        }
        counted++;
        boolean fails = counted == fault.get().nth()
                || fault.get().forever() && counted > fault.get().nth();
        met += fails ? 1 : 0;
        return fails;
    }

    /** Whether a write that fails gets half way. */
    boolean half() {
        return fault.map(Fault::half).orElse(false);
    }

    void check(Operation operation) throws IOException {
        if (strikes(operation)) {
            throw noSpace();
        }
    }

    static IOException noSpace() {
        return new IOException("No space left on device");
    }
}
