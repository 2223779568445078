package io.whorl;

/**
 * The superclass of the typed errors of the library. A message states the problem and what to do next.
 *
 * <p>Errors of the file system are {@link java.io.IOException}s, except missing permissions ({@link RefusedException}).
 * Invalid arguments cause {@link IllegalArgumentException}s that name the argument, its value and the allowed range.
 */
public abstract class WhorlException extends RuntimeException {
    protected WhorlException(String message) {
        super(message);
    }

    protected WhorlException(String message, Throwable cause) {
        super(message, cause);
    }
}
