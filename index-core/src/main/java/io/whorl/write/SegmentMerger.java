package io.whorl.write;

import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Makes one segment of several. */
interface SegmentMerger {
    /**
     * @param memory bytes of heap for the data that grow with the minutiae
     * @param cancelled asked often; once it is true, the merge ends with a
     *     {@link java.util.concurrent.CancellationException}
     */
    UnpublishedSegment merge(List<SealedSegment> inputs, long memory, BooleanSupplier cancelled) throws IOException;
}
