package io.whorl.store;

/**
 * The stored forms of one document. They must not change.
 *
 * @param text its text; {@link StoredText#NONE} if the index stores no texts
 * @param fingerprint its fingerprint; {@link StoredFingerprint#NONE} if the index stores no fingerprints
 */
public record DocumentForms(byte[] text, byte[] fingerprint) {
    public static final DocumentForms NONE = new DocumentForms(StoredText.NONE, StoredFingerprint.NONE);

    /** The number of bytes of both forms. */
    public long bytes() {
        return (long) text.length + fingerprint.length;
    }
}
