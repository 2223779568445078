package io.whorl;

/** Thrown if an operation needs dates, and no document of the index has one. */
public final class DatesNotStoredException extends WhorlException {
    /** @param operation what needs the dates, such as "the oldest document of a cluster" */
    public DatesNotStoredException(String operation) {
        super("no document of the index has a date, but " + operation
                + " needs dates; give dates when the documents are"
                + " added, or together with this operation (on the command line: --dates FILE)");
    }
}
