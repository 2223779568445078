package io.whorl;

import java.nio.file.Path;

/** Another writer is at work on the index. */
public final class IndexLockedException extends WhorlException {
    public IndexLockedException(Path lock, String holder) {
        super(lock + " is held by " + holder + "; wait for it to end, or stop it");
    }
}
