package io.whorl.write;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A document to add.
 *
 * @param id 1 to 65,535 bytes of UTF-8
 * @param utf8 the text; must not change until it is added; malformed bytes are read as U+FFFD
 */
public record NewDocument(String id, byte[] utf8) {
    public NewDocument {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(utf8, "utf8");
    }

    /** A document whose text is a string. */
    public NewDocument(String id, String text) {
        this(id, text.getBytes(StandardCharsets.UTF_8));
    }
}
