package io.whorl.live;

import io.whorl.LiveTierUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Tries a live tier. Chronicle Map compiles its value classes when it is first used, and many things that cannot be
 * looked up beforehand can keep it from that.
 */
final class LiveTierProbe {
    /**
     * A class that failed to initialise fails for ever, each time by another error: the first one is the telling one.
     */
    private static Optional<Throwable> failure = Optional.empty();

    private LiveTierProbe() {}

    static synchronized void run(Path file) throws IOException {
        RuntimeRequirements.check();
        if (failure.isPresent()) {
            throw unavailable(failure.get());
        }
        try {
            tryOne(file);
        } catch (Throwable e) {
            // Chronicle throws checked exceptions undeclared.
            if (e instanceof IOException io && isOfTheFile(io)) {
                throw io;
            }
            if (e instanceof VirtualMachineError grave && !(e instanceof InternalError)) {
                throw grave;
            }
            failure = Optional.of(e);
            throw unavailable(e);
        }
    }

    private static void tryOne(Path file) throws IOException {
        long[] minutiae = {5, 7};
        try (LiveTier tier = LiveTier.create(file, new LiveLimits(minutiae.length, 1), false)) {
            tier.add(new byte[] {'a'}, 1, new byte[0], minutiae, new int[0], minutiae.length);
            try (LiveView view = tier.view();
                    LiveView.Cursor cursor = view.cursor()) {
                if (!cursor.find(7) || !cursor.next() || cursor.document() != 0 || cursor.find(6)) {
                    throw new IllegalStateException("a map made for a trial does not give back what was put into it");
                }
            }
        }
    }

    private static boolean isOfTheFile(IOException e) {
        Throwable cause = e.getCause();
        return cause == null || cause instanceof IOException io && isOfTheFile(io);
    }

    private static LiveTierUnavailableException unavailable(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new LiveTierUnavailableException(
                "Chronicle Map, which the live tier needs, is on the class path but"
                        + " does not run: "
                        + root + "; " + RuntimeRequirements.packaging() + RuntimeRequirements.CURE,
                cause);
    }
}
