package io.whorl.write;

import io.whorl.parts.SealedPart;
import java.util.List;

/**
 * The segments of one state, held while a thread other than the commit thread reads them. A merge may remove any of
 * them from the index meanwhile.
 */
final class HeldSegments implements AutoCloseable {
    private final List<SealedSegment> segments;
    private final List<SealedPart> holds;

    HeldSegments(IndexState state) {
        segments = state.sealed();
        holds = segments.stream().map(SealedSegment::part).toList();
    }

    List<SealedSegment> segments() {
        return segments;
    }

    @Override
    public void close() {
        holds.forEach(SealedPart::release);
    }
}
