package io.whorl;

/** Thrown if several documents have one id, and the options refuse that. */
public final class RepeatedIdException extends WhorlException {
    private final String id;

    /** @param id the repeated id */
    public RepeatedIdException(String id) {
        super("several documents have the id '" + id + "'; leave out all but one, or keep the first or the last one"
                + " (RepeatedIds)");
        this.id = id;
    }

    /** The repeated id. */
    public String id() {
        return id;
    }
}
