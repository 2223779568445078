package io.whorl;

import java.nio.file.Path;

/** Thrown if an operation needs what an index does not store of its documents. */
public final class NotStoredException extends WhorlException {
    private final Reason reason;

    /** What the index does not store. */
    public enum Reason {
        TEXT,
        FINGERPRINT,
        DATE
    }

    private NotStoredException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** Texts are to be stored in an index that stores none. */
    public static NotStoredException text(Path index) {
        return new NotStoredException(
                Reason.TEXT,
                index + " stores no texts, and an index stores the texts of all its documents or of none; rebuild it"
                        + " with BuildOptions.storeText, or go on without storing texts");
    }

    /** A call needs the texts of documents. */
    public static NotStoredException text() {
        return new NotStoredException(
                Reason.TEXT,
                "the index stores no texts; build it with BuildOptions.storeText, or give a source of the texts where"
                        + " there is one (PassageFinder)");
    }

    /** Fingerprints are to be stored in an index that stores none. */
    public static NotStoredException fingerprint(Path index) {
        return new NotStoredException(
                Reason.FINGERPRINT,
                index + " stores no fingerprints, and an index stores the fingerprints of all its documents or of none;"
                        + " rebuild it with BuildOptions.storeFingerprints, or go on without storing fingerprints");
    }

    /** A call starts from a document of the index. */
    public static NotStoredException fingerprint() {
        return new NotStoredException(
                Reason.FINGERPRINT,
                "the index stores neither the fingerprints nor the texts of its documents, so a document cannot be the"
                        + " query; build or rebuild it with BuildOptions.storeFingerprints or"
                        + " BuildOptions.storeText, or query with the text of the document");
    }

    /** @param operation what needs the dates, such as "the oldest document of a cluster" */
    public static NotStoredException dates(String operation) {
        return new NotStoredException(
                Reason.DATE,
                "no document of the index has a date, but " + operation
                        + " needs dates; give dates when the documents are"
                        + " added, or together with this operation (the option dates)");
    }

    public Reason reason() {
        return reason;
    }
}
