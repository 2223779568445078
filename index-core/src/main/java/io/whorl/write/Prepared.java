package io.whorl.write;

import io.whorl.store.DocumentTable;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A document as it goes into the index: fingerprinted, without its text.
 *
 * @param minutiae distinct and ascending, as the log and the live tier take them; or as they were selected, repeats and all,
 *     which is enough for a segment, for what makes one sorts anyhow
 * @param frequencies of each minutia if they are distinct and the scheme keeps them
 */
record Prepared(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, boolean distinct) {
    /** Bytes that a live tier keeps of it in heap, beside what it needs for every document and posting. */
    long held() {
        return (long) id.length + extra.length;
    }

    /** @throws IllegalArgumentException if it is no id */
    static byte[] id(String id) {
        Objects.requireNonNull(id, "id");
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < 1 || bytes.length > DocumentTable.LONGEST_ID) {
            throw new IllegalArgumentException("id has " + bytes.length + " bytes of UTF-8; it must have from 1 to "
                    + DocumentTable.LONGEST_ID);
        }
        if (!new String(bytes, StandardCharsets.UTF_8).equals(id)) {
            // Written as '?', it would be another document's id.
            throw new IllegalArgumentException("id has half of a surrogate pair, which has no UTF-8; replace it");
        }
        return bytes;
    }
}
