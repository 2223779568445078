package io.whorl.query;

import java.io.IOException;

/** Where a snapshot comes from: what it must ask there, for it is not among what the snapshot holds. Thread-safe. */
public interface Origin {
    /** Bytes of all files of the index but LOCK. */
    long bytes() throws IOException;

    /** The index as it stands; {@code now} itself where nothing changed since. */
    Snapshot refresh(Snapshot now) throws IOException;
}
