package io.whorl.store;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Document ids as an index stores them: 1 to {@value DocumentTable#LONGEST_ID} bytes of UTF-8. */
public final class DocumentId {
    private DocumentId() {}

    /**
     * The UTF-8 of an id.
     *
     * @throws IllegalArgumentException if the id is empty, too long, or not valid Unicode
     */
    public static byte[] utf8(String id) {
        Objects.requireNonNull(id, "id");
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < 1 || bytes.length > DocumentTable.LONGEST_ID) {
            throw new IllegalArgumentException(
                    "id has " + bytes.length + " bytes of UTF-8; it must have from 1 to " + DocumentTable.LONGEST_ID);
        }
        if (!new String(bytes, StandardCharsets.UTF_8).equals(id)) {
            // It would be encoded as '?', which is the id of another document.
            throw new IllegalArgumentException("id has half of a surrogate pair, which has no UTF-8; replace it");
        }
        return bytes;
    }
}
