package io.whorl;

import java.nio.file.Path;

/** A new index was asked for at a path that already holds something. */
public final class IndexExistsException extends WhorlException {
    public IndexExistsException(Path path, String found) {
        super(path + " already holds " + found + "; choose another path, or ask for it to be replaced");
    }
}
