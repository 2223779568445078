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
        byte[] bytes = valid("id", id);
        checkLength(bytes);
        return bytes;
    }

    /** @throws IllegalArgumentException if an id is empty or too long */
    public static void checkLength(byte[] id) {
        if (id.length < 1 || id.length > DocumentTable.LONGEST_ID) {
            throw new IllegalArgumentException(
                    "id has " + id.length + " bytes of UTF-8; it must have from 1 to " + DocumentTable.LONGEST_ID);
        }
    }

    /**
     * The UTF-8 of an id or of the beginning of one.
     *
     * @param name of the argument
     * @throws IllegalArgumentException if it is not valid Unicode
     */
    public static byte[] valid(String name, String text) {
        byte[] bytes = Objects.requireNonNull(text, name).getBytes(StandardCharsets.UTF_8);
        if (!isValid(text, bytes)) {
            throw new IllegalArgumentException(name + " has half of a surrogate pair, which has no UTF-8; replace it");
        }
        return bytes;
    }

    /** The UTF-8 for looking an id up: empty, as no id is, if it is not valid Unicode and so the id of no document. */
    public static byte[] sought(String id) {
        byte[] bytes = Objects.requireNonNull(id, "id").getBytes(StandardCharsets.UTF_8);
        return isValid(id, bytes) ? bytes : new byte[0];
    }

    /** False for half of a surrogate pair: it is encoded as '?', which is the id of another document. */
    private static boolean isValid(String text, byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8).equals(text);
    }
}
