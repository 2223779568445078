package io.whorl.write;

import io.whorl.store.DocumentDate;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A document to add.
 *
 * @param id 1 to 65,535 bytes of UTF-8
 * @param utf8 the text; must not change until it is added; malformed bytes are read as U+FFFD
 * @param date its date, if it has one, in the years 1 to 9999; parts of a millisecond are cut off
 */
public record NewDocument(String id, byte[] utf8, Optional<Instant> date) {
    public NewDocument {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(utf8, "utf8");
        DocumentDate.of(date);
    }

    /** A document without a date. */
    public NewDocument(String id, byte[] utf8) {
        this(id, utf8, Optional.empty());
    }

    /** A document whose text is a string. */
    public NewDocument(String id, String text) {
        this(id, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The date as in {@link DocumentDate}. */
    long millis() {
        return DocumentDate.of(date);
    }
}
