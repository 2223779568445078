package io.whorl;

import java.nio.file.Path;

/** Thrown if another writer has the index open. */
public final class IndexLockedException extends WhorlException {
    /**
     * @param lock the lock file
     * @param holder a description of the holder
     */
    public IndexLockedException(Path lock, String holder) {
        super(lock + " is held by " + holder + "; wait until it ends, or stop it");
    }
}
