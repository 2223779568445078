package io.whorl.live;

import io.whorl.LiveTierUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Checks that a live tier works. Chronicle Map compiles value classes when it is first used, and this can fail for many
 * reasons that cannot be checked in advance.
 */
final class LiveTierProbe {
    /**
     * The first failure. A class whose initialization failed keeps failing, with a less informative error each time.
     */
    private static Optional<Throwable> failure = Optional.empty();

    private LiveTierProbe() {}

    static synchronized void run(Path file) throws IOException {
        RuntimeRequirements.check();
        if (failure.isPresent()) {
            throw unavailable(failure.get());
        }
        try {
            probe(file);
        } catch (Throwable e) {
            // Chronicle throws checked exceptions that it does not declare.
            if (e instanceof IOException io && isFileError(io)) {
                throw io;
            }
            if (e instanceof VirtualMachineError fatal && !(e instanceof InternalError)) {
                throw fatal;
            }
            failure = Optional.of(e);
            throw unavailable(e);
        }
    }

    private static void probe(Path file) throws IOException {
        long[] minutiae = {5, 7};
        try (LiveTier tier = LiveTier.create(file, new LiveLimits(minutiae.length, 1), false)) {
            tier.add(new byte[] {'a'}, 1, new byte[0], minutiae, new int[0], minutiae.length);
            try (LiveView view = tier.view();
                    LiveView.Cursor cursor = view.cursor()) {
                if (!cursor.find(7) || !cursor.next() || cursor.document() != 0 || cursor.find(6)) {
                    throw new IllegalStateException("a test map does not return what was put into it");
                }
            }
        }
    }

    private static boolean isFileError(IOException e) {
        Throwable cause = e.getCause();
        return cause == null || cause instanceof IOException io && isFileError(io);
    }

    private static LiveTierUnavailableException unavailable(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new LiveTierUnavailableException(
                "Chronicle Map, which the live tier needs, is on the class path but"
                        + " does not run: "
                        + root + RuntimeRequirements.packaging(),
                cause);
    }
}
