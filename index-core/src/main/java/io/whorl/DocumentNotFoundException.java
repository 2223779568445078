package io.whorl;

/** Thrown if an index has no document of an id: it was never added, or it was deleted. */
public final class DocumentNotFoundException extends WhorlException {
    private final String id;

    /** @param id the id that was asked for */
    public DocumentNotFoundException(String id) {
        super("the index has no document with the id '" + id + "'");
        this.id = id;
    }

    /** The id that was asked for. */
    public String id() {
        return id;
    }
}
