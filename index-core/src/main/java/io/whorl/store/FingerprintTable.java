package io.whorl.store;

/**
 * The stored fingerprints of a segment: the sections FINGERPRINTS and FINGERPRINT_ENDS; docs/FORMAT.md, "Stored
 * fingerprints".
 */
public final class FingerprintTable extends FormTable {
    private final DocumentTable documents;
    private final int bits;
    private final boolean counted;

    /**
     * @param documents know the number of minutiae of each fingerprint
     * @param width bytes of an end; 0 if the segment stores no fingerprints
     * @param bits W
     * @param counted whether the scheme keeps frequencies
     */
    FingerprintTable(
            DocumentTable documents, MappedBytes forms, MappedBytes ends, int width, int bits, boolean counted) {
        super("fingerprint", documents.size(), forms, ends, width);
        this.documents = documents;
        this.bits = bits;
        this.counted = counted;
    }

    /**
     * The fingerprint of a document.
     *
     * @throws io.whorl.CorruptIndexException if it is damaged
     */
    public StoredFingerprint fingerprint(long ordinal) {
        long count = documents.minutiae(ordinal);
        return decoded(ordinal, form -> StoredFingerprint.decode(form, count, bits, counted));
    }
}
