package io.whorl.cli.html;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** The dates of documents. */
@FunctionalInterface
public interface DatesById {
    /** No document has a date. */
    DatesById NONE = id -> Optional.empty();

    /** Returns the date of a document; empty if it has none. */
    Optional<Instant> of(String id) throws IOException;
}
