package io.whorl.cli;

import io.whorl.DiskSpaceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.commons.io.function.IOSupplier;

/** A command has failed. The message is shown to the user as it is. */
final class FailedException extends IOException {
    public FailedException(String message) {
        super(message);
    }

    public FailedException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Does some work. If it fails, the message says what cannot be done and what the state is, unless the failure has a
     * message for the user: that of the system names neither.
     *
     * @param failed the beginning of the message, such as "x cannot be written: "
     */
    public static <R> R during(String failed, String state, IOSupplier<R> work) throws IOException {
        try {
            return work.get();
        } catch (DiskSpaceException e) {
            throw new FailedException(e.getMessage() + " (" + state + ")");
        } catch (UncheckedIOException e) {
            throw stated(failed, state, e.getCause());
        } catch (IOException e) {
            throw stated(failed, state, e);
        }
    }

    private static IOException stated(String failed, String state, IOException e) {
        // A closed pipe is not a failure.
        return e instanceof FailedException || e instanceof ClosedOutputException
                ? e
                : new FailedException(failed + ErrorReport.message(e) + "; " + state, e);
    }
}
