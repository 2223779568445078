package io.whorl.write;

import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Merges several segments into one. */
interface SegmentMerger {
    /**
     * @param memory bytes of heap for data that grow with the minutiae
     * @param cancelled is called often; once it returns true, the merge ends with a
     *     {@link java.util.concurrent.CancellationException}
     */
    UnpublishedSegment merge(List<SealedSegment> inputs, long memory, BooleanSupplier cancelled) throws IOException;
}
