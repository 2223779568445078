package io.whorl.cli.option;

import io.whorl.Options;
import io.whorl.SchemeException;
import java.io.IOException;

/** Reports wrong usage of a command. */
public interface Usage {
    /** Returns the exception that ends the command with exit code 2 and this message. */
    RuntimeException error(String message);

    /** Ends the command with exit code 2 and this message if the arguments are refused. */
    default void refuse(boolean refused, String message) {
        if (refused) {
            throw error(message);
        }
    }

    interface Maker<T> {
        T make() throws IOException;
    }

    /**
     * Returns the value, and reports a value that the library refuses as wrong usage. Elsewhere, an
     * {@link IllegalArgumentException} is an error of the program.
     *
     * @throws IOException if a file that the arguments name cannot be read
     */
    default <T> T checked(Maker<T> maker) throws IOException {
        try {
            T value = maker.make();
            if (value instanceof Options<?> options) {
                options.checked();
            }
            return value;
        } catch (IllegalArgumentException | SchemeException e) {
            throw (RuntimeException) error(e.getMessage()).initCause(e);
        }
    }
}
