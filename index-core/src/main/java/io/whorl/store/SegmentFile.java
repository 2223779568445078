package io.whorl.store;

import java.util.Optional;

/**
 * A segment as MANIFEST names it.
 *
 * @param name of its file in the index's directory
 * @param length bytes of that file
 * @param deaths which of its documents are dead; nothing where none is
 */
public record SegmentFile(String name, long length, Optional<Deaths> deaths) {
    /** @param name of the file that says which documents are dead; {@code count} is how many */
    public record Deaths(String name, long count) {}

    /** A segment all of whose documents live. */
    public static SegmentFile whole(String name, long length) {
        return new SegmentFile(name, length, Optional.empty());
    }
}
