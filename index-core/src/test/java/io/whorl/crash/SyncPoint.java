package io.whorl.crash;

import java.nio.file.Path;

/**
 * A force of a file or directory: the moments at which what a power loss may leave changes for good.
 *
 * @param number of the force, from 1; before and after it are two points of one number
 * @param path what is forced, by its name of when it was opened
 * @param directory whether it is one
 * @param done false just before the force takes effect, true just after
 */
public record SyncPoint(long number, Path path, boolean directory, boolean done) {
    /** Called on the thread that forces, which waits; nothing of the disk is locked meanwhile. */
    public interface Listener {
        void at(SyncPoint point);
    }

    @Override
    public String toString() {
        return (done ? "after" : "before") + " force " + number + " of " + path.getFileName();
    }
}
