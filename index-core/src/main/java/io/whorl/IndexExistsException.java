package io.whorl;

import java.nio.file.Path;

/** Thrown if a new index is to be created at a path that already exists. */
public final class IndexExistsException extends WhorlException {
    /**
     * @param path the path of the new index
     * @param found a description of the existing content
     */
    public IndexExistsException(Path path, String found) {
        super(path + " already holds " + found + "; choose another path, or replace the index explicitly");
    }
}
