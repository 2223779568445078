package io.whorl.lab;

import io.whorl.WhorlException;

/** Invalid input of the laboratory. It is detected before the measurements begin. */
public final class LabException extends WhorlException {
    private static final long serialVersionUID = 1L;

    /** @param message names the file, line or setting, and what to do next */
    public LabException(String message) {
        super(message);
    }

    public LabException(String message, Throwable cause) {
        super(message, cause);
    }
}
