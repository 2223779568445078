package io.whorl.lab.security;

import java.util.List;

/**
 * What a test finds in a text: the selected chunks that match the registered document.
 *
 * @param size the number of selected chunks of the text
 * @param matching the chunks that match, as ranges of words
 */
record Evidence(int size, List<Range> matching) {
    /** Words of the text, the end exclusive. */
    record Range(int from, int to) {}

    Evidence {
        matching = List.copyOf(matching);
    }

    /** True if more than this share of the chunks match (match_ratio, COPS 3.1). */
    boolean violation(double phi) {
        return matching.size() > phi * size;
    }

    /** The least number of chunks that must stop to match, while the number of chunks stays. */
    int excess(double phi) {
        return matching.size() - (int) Math.floor(phi * size);
    }
}
