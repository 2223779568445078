package io.whorl.corpus.format;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * A piece of a source: a file, an archive's member, a dump's record, what a compressed file holds. It may be a document
 * or hold further pieces: that is found out by its media type, first bytes and name.
 *
 * @param place where it is, for messages: file, member, line
 * @param name its name, perhaps with folders, as the archive has it; empty where it has none
 * @param id the id it brings along, as a record does; without one its document is named by the names on the way to it.
 *     What a container is given to open has one always
 * @param mediaType such as {@code text/plain; charset=utf-8}, which is a document as it stands; empty where nobody says
 * @param body its bytes; read before its reader is asked for the next, not beyond, and closed by nobody but the reader
 * @param file the file whose bytes these are, for formats that need to read here and there
 */
public record Part(
        String place, String name, Optional<String> id, String mediaType, InputStream body, Optional<Path> file) {
    /** The media type of a document as it stands: nothing is looked for in it. */
    public static final String TEXT = "text/plain; charset=utf-8";

    public Part {
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(mediaType, "mediaType");
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(file, "file");
    }

    /** An archive's member, or what a compressed file holds. */
    public static Part member(String place, String name, InputStream body) {
        return new Part(place, name, Optional.empty(), "", body, Optional.empty());
    }

    /** A dump's record, which has an id of its own. */
    public static Part record(String place, String id, String mediaType, InputStream body) {
        return new Part(place, "", Optional.of(id), mediaType, body, Optional.empty());
    }
}
