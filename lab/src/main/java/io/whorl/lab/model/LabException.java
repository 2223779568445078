package io.whorl.lab.model;

import io.whorl.WhorlException;

/** What the laboratory was given cannot be worked with; thrown before the hours of work begin. */
public final class LabException extends WhorlException {
    private static final long serialVersionUID = 1L;

    /** @param message names file, line or setting, and says what to do next */
    public LabException(String message) {
        super(message);
    }

    public LabException(String message, Throwable cause) {
        super(message, cause);
    }
}
