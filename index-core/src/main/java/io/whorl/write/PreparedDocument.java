package io.whorl.write;

/**
 * A document as it goes into the index: fingerprinted, without its text.
 *
 * @param minutiae distinct and ascending, as the log and the live tier take them; or as they were selected, repeats and
 *     all, which is enough for a segment, for what makes one sorts anyhow
 * @param frequencies of each minutia if they are distinct and the scheme keeps them
 */
record PreparedDocument(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, boolean distinct) {
    /** Bytes that a live tier keeps of it in heap, beside what it needs for every document and posting. */
    long held() {
        return (long) id.length + extra.length;
    }
}
