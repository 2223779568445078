package io.whorl.cli;

import io.whorl.Options;
import io.whorl.SchemeException;
import java.io.IOException;
import org.apache.commons.io.function.IOSupplier;

/** Wrong usage of a command: it ends the command with exit code 2, this message, and a pointer to the help. */
final class Usage extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Usage(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the exception to throw. */
    public static Usage error(String message) {
        return new Usage(message, null);
    }

    /** Ends the command if the arguments are refused. */
    public static void refuse(boolean refused, String message) {
        if (refused) {
            throw error(message);
        }
    }

    /**
     * Returns the value, and reports a value that the library refuses as wrong usage. Elsewhere, an
     * {@link IllegalArgumentException} is an error of the program.
     *
     * @throws IOException if a file that the arguments name cannot be read
     */
    public static <T> T checked(IOSupplier<T> maker) throws IOException {
        try {
            T value = maker.get();
            if (value instanceof Options<?> options) {
                options.checked();
            }
            return value;
        } catch (IllegalArgumentException | SchemeException e) {
            throw new Usage(e.getMessage(), e);
        }
    }
}
