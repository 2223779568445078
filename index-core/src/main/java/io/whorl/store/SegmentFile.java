package io.whorl.store;

import java.util.Optional;

/**
 * A segment as MANIFEST names it.
 *
 * @param name name of its file in the directory of the index
 * @param length size of that file in bytes
 * @param deaths file of its dead documents; empty if there are none
 */
public record SegmentFile(String name, long length, Optional<Deaths> deaths) {
    /**
     * The file of the dead documents of a segment.
     *
     * @param name name of the file
     * @param count number of dead documents
     */
    public record Deaths(String name, long count) {}

    /** A segment without dead documents. */
    public static SegmentFile whole(String name, long length) {
        return new SegmentFile(name, length, Optional.empty());
    }
}
