package io.whorl.write;

import io.whorl.store.DocumentForms;

/**
 * A fingerprinted document.
 *
 * @param minutiae distinct and ascending, for the log and the live tier; or as selected, with repetitions, which
 *     suffices for a segment because its assembler sorts
 * @param frequencies of each minutia, if they are distinct and the scheme stores frequencies
 * @param stored what the index stores of it
 * @param date as in {@link io.whorl.store.DocumentDate}
 */
record PreparedDocument(
        byte[] id,
        long words,
        byte[] extra,
        long[] minutiae,
        int[] frequencies,
        boolean distinct,
        DocumentForms stored,
        long date) {
    /** Bytes that a live tier keeps of it in heap, in addition to those for every document and posting. */
    long held() {
        return id.length + extra.length + stored.bytes();
    }
}
