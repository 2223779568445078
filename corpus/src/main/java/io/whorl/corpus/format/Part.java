package io.whorl.corpus.format;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * A part of a source: a file, a member of an archive, a record of a dump, or the content of a compressed file. Its
 * media type, first bytes and name decide whether it is a document or contains further parts.
 *
 * @param place where it is, for messages: file, member, line
 * @param number of a record of a dump, as {@link ContainerFormat.RecordChoice} is asked for it; 0 for a file and for
 *     the content of a compressed file; {@link #UNNUMBERED} for other parts
 * @param name its name in the archive, perhaps with folders; empty if it has none
 * @param id its own id, as records have; a part without one is named by the names on the path to it. The part that a
 *     {@link ContainerFormat} opens always has one
 * @param mediaType such as {@link #TEXT}; empty if none is stated
 * @param body its bytes. They must be read before the reader is asked for the next part. Only the reader closes them
 * @param file the file with these bytes, for formats that need random access
 * @param date its date as written in the source, in any form that {@link io.whorl.corpus.DateText} reads; a part
 *     without one has the date of the part that contains it
 */
public record Part(
        String place,
        long number,
        String name,
        Optional<String> id,
        String mediaType,
        InputStream body,
        Optional<Path> file,
        Optional<String> date) {
    /** The media type of a document that is delivered unchanged, without detecting a format. */
    public static final String TEXT = "text/plain; charset=utf-8";

    /** The number of a part that is neither a record nor all of a file, such as a member of an archive. */
    public static final long UNNUMBERED = -1;

    public Part {
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(mediaType, "mediaType");
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(date, "date");
    }

    /**
     * Returns this part with a date.
     *
     * @param written the date as written in the source; blank for none
     * @return a part that differs only in its date
     */
    public Part dated(String written) {
        Optional<String> stated = written.isBlank() ? Optional.empty() : Optional.of(written);
        return new Part(place, number, name, id, mediaType, body, file, stated);
    }

    /**
     * Creates a member of an archive.
     *
     * @param place where it is, for messages
     * @param name its name in the archive
     * @param body its bytes
     * @return a part without an id
     */
    public static Part member(String place, String name, InputStream body) {
        return new Part(place, UNNUMBERED, name, Optional.empty(), "", body, Optional.empty(), Optional.empty());
    }

    /**
     * Creates a record of a dump.
     *
     * @param place where it is, for messages
     * @param number its number in the dump, from 1
     * @param id its id
     * @param mediaType such as {@link #TEXT}; empty if none is stated
     * @param body its bytes
     * @return a part with an id and without a name
     */
    public static Part record(String place, long number, String id, String mediaType, InputStream body) {
        return new Part(place, number, "", Optional.of(id), mediaType, body, Optional.empty(), Optional.empty());
    }
}
