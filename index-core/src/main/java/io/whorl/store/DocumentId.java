package io.whorl.store;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Documents' ids as an index keeps them: 1 to {@value DocumentTable#LONGEST_ID} bytes of UTF-8. */
public final class DocumentId {
    private DocumentId() {}

    /** @throws IllegalArgumentException if it is no id */
    public static byte[] utf8(String id) {
        Objects.requireNonNull(id, "id");
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < 1 || bytes.length > DocumentTable.LONGEST_ID) {
            throw new IllegalArgumentException(
                    "id has " + bytes.length + " bytes of UTF-8; it must have from 1 to " + DocumentTable.LONGEST_ID);
        }
        if (!new String(bytes, StandardCharsets.UTF_8).equals(id)) {
            // Written as '?', it would be another document's id.
            throw new IllegalArgumentException("id has half of a surrogate pair, which has no UTF-8; replace it");
        }
        return bytes;
    }
}
