package io.whorl;

import java.nio.file.Path;

/** A file is of a format version that this release does not read. */
public final class UnsupportedFormatException extends WhorlException {
    public UnsupportedFormatException(Path file, int found, int newestKnown) {
        super(file + " has format version " + found + ", and this release reads up to " + newestKnown
                + "; use a newer release, or build the index again with this one");
    }
}
