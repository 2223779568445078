package io.whorl;

/**
 * The parent of every typed error of the library. Its message says what is wrong and what to do next.
 *
 * <p>Failures of the file system itself stay {@link java.io.IOException}s; wrong arguments are
 * {@link IllegalArgumentException}s that name the argument, its value and the allowed range.
 */
public abstract class WhorlException extends RuntimeException {
    protected WhorlException(String message) {
        super(message);
    }

    protected WhorlException(String message, Throwable cause) {
        super(message, cause);
    }
}
