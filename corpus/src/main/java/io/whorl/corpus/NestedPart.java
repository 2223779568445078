package io.whorl.corpus;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import java.util.Optional;

/**
 * A part with its names.
 *
 * @param id its id if it is a document
 * @param path the prefix of the names of its members if it is an archive; empty for none
 */
record NestedPart(Part part, String id, String path, PartStream body) {
    static final char SEPARATOR = '!';

    Head head() {
        return new Head(part.name(), part.mediaType(), body.head());
    }

    /** The part as its format sees it. */
    Part whole() {
        return new Part(part.place(), part.name(), Optional.of(id), part.mediaType(), body, part.file(), part.date());
    }
}
