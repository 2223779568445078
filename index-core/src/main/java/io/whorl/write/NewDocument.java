package io.whorl.write;

import java.util.Objects;

/**
 * A document to be added.
 *
 * @param id 1 to 65,535 bytes of UTF-8
 * @param utf8 the text, not changed by anyone until it is added; malformed bytes are read as U+FFFD
 */
public record NewDocument(String id, byte[] utf8) {
    public NewDocument {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(utf8, "utf8");
    }
}
