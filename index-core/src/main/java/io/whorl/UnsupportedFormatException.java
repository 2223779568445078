package io.whorl;

import java.nio.file.Path;

/** Thrown if a file has a format version that this release does not read. */
public final class UnsupportedFormatException extends WhorlException {
    /**
     * @param found the version of the file
     * @param newestKnown the newest version that this release reads
     */
    public UnsupportedFormatException(Path file, int found, int newestKnown) {
        super(file + " has format version " + found + ", and this release reads up to " + newestKnown
                + "; use a newer release, or build the index again with this one");
    }
}
