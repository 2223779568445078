package io.whorl.store;

/**
 * What an index stores of each document in addition to its postings. All documents of an index have the same.
 *
 * @param texts whether texts are stored ({@link StoredText})
 * @param fingerprints whether fingerprints are stored ({@link StoredFingerprint})
 */
public record StoredKinds(boolean texts, boolean fingerprints) {
    public static final StoredKinds NONE = new StoredKinds(false, false);

    /** True if nothing is stored. */
    public boolean isNone() {
        return equals(NONE);
    }

    @Override
    public String toString() {
        return "it stores " + (texts ? "" : "no ") + "texts" + (fingerprints ? " and fingerprints" : "");
    }
}
