package io.whorl.query;

import java.io.IOException;

/** Where a snapshot comes from: what it must ask there, for it is not among what the snapshot holds. Thread-safe. */
public interface Origin {
    /** Bytes of all files of the index but LOCK. */
    long bytes() throws IOException;

    /** Sealed segments of the index; a snapshot may have more, made of a log. */
    int segments();

    /** The index as it stands; {@code now} itself where nothing changed since. */
    Snapshot refresh(Snapshot now) throws IOException;
}
