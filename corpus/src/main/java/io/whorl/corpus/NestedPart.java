package io.whorl.corpus;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import java.util.Optional;

/**
 * A part in its place among others.
 *
 * @param id what it is called if it is a document
 * @param path what its members' names are prefixed with if it is an archive; empty for none
 */
record NestedPart(Part part, String id, String path, PartStream body) {
    static final char SEPARATOR = '!';

    Head head() {
        return new Head(part.name(), part.mediaType(), body.head());
    }

    /** As its format is to see it. */
    Part whole() {
        return new Part(part.place(), part.name(), Optional.of(id), part.mediaType(), body, part.file());
    }
}
