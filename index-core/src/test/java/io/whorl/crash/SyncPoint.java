package io.whorl.crash;

import java.nio.file.Path;

/**
 * A force of a file or directory: the moments at which the possible result of a power loss changes.
 *
 * @param number of the force, from 1; before and after it are two points with one number
 * @param path of the forced file, by its name when it was opened
 * @param directory whether it is a directory
 * @param done false just before the force takes effect, true just after
 */
public record SyncPoint(long number, Path path, boolean directory, boolean done) {
    /** Called on the thread that forces, which waits. Nothing of the disk is locked meanwhile. */
    public interface Listener {
        void at(SyncPoint point);
    }

    @Override
    public String toString() {
        return (done ? "after" : "before") + " force " + number + " of " + path.getFileName();
    }
}
