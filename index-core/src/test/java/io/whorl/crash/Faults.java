package io.whorl.crash;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Optional;

/** Counts operations and decides which one fails. Guarded by the monitor of its disk. */
final class Faults {
    private Optional<Fault> fault = Optional.empty();
    private long counted;
    private long failures;

    void set(Optional<Fault> next) {
        fault = next;
        counted = 0;
        failures = 0;
    }

    /** The number of operations that failed since the fault was set. */
    long failures() {
        return failures;
    }

    /** Whether the next operation fails; called once for each. */
    boolean strikes(Operation operation) {
        if (fault.isEmpty() || !fault.get().operations().contains(operation)) {
            return false;
        }
        counted++;
        boolean fails = counted == fault.get().nth()
                || fault.get().forever() && counted > fault.get().nth();
        failures += fails ? 1 : 0;
        return fails;
    }

    /** Whether a failing write writes half of its bytes. */
    boolean half() {
        return fault.map(Fault::half).orElse(false);
    }

    void check(Operation operation) throws IOException {
        if (strikes(operation)) {
            throw failure();
        }
    }

    IOException failure() {
        return fault.filter(Fault::denied).isPresent()
                ? new AccessDeniedException("a file")
                : new IOException("No space left on device");
    }
}
