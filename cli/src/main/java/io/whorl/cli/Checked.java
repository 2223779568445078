package io.whorl.cli;

import io.whorl.InvalidSchemeException;
import java.io.IOException;
import java.util.function.Function;

/**
 * Values made of the user's arguments. Only here does an {@link IllegalArgumentException} of the library mean wrong
 * usage: anywhere else it is a mistake of the program.
 */
final class Checked {
    private Checked() {}

    /** Makes a value, and may read the files that the arguments name. */
    interface Maker<T> {
        T make() throws IOException;
    }

    /**
     * @param wrongUsage makes the exception thrown where the library refuses a value
     * @throws IOException if a file that the arguments name cannot be read
     */
    static <T> T value(Maker<T> maker, Function<String, ? extends RuntimeException> wrongUsage) throws IOException {
        try {
            return maker.make();
        } catch (IllegalArgumentException | InvalidSchemeException e) {
            throw (RuntimeException) wrongUsage.apply(e.getMessage()).initCause(e);
        }
    }
}
