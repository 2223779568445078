package io.whorl.build;

import io.whorl.store.Segment;
import java.util.List;

/**
 * The minutiae that most documents of a segment hold (BGMZ 5.1: boilerplate, mostly), found in one pass over its table.
 *
 * @param most the most common first, ties by the minutia; each held by at least two documents
 * @param over minutiae held by more documents than the limit asked about
 */
public record CommonMinutiae(List<CommonMinutia> most, long over) {
    /**
     * @param n how many, at most; at least 1
     * @param limit a limit on the documents that hold a minutia, at least 1
     */
    public static CommonMinutiae of(Segment segment, int n, long limit) {
        throw new UnsupportedOperationException();
    }
}
