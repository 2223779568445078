package io.whorl.store;

import io.whorl.scheme.Scheme;
import java.util.List;

/**
 * A committed state of an index.
 *
 * @param generation from 1, one more at each change
 * @param scheme of every segment
 * @param segments their files' names and lengths, in the order of their making
 */
public record Manifest(long generation, Scheme scheme, List<Entry> segments) {
    /**
     * One segment.
     *
     * @param file its name in the index's directory
     * @param length its bytes
     */
    public record Entry(String file, long length) {}

    public Manifest {
        segments = List.copyOf(segments);
    }
}
