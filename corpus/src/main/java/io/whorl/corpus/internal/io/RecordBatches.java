package io.whorl.corpus.internal.io;

import io.whorl.corpus.format.PartReader;
import java.io.IOException;
import java.util.Optional;

/** A reader of a container whose records can be parsed on other threads than the one that reads. */
public interface RecordBatches extends PartReader {
    /**
     * Returns the next records.
     *
     * @return the records; nothing if {@link #next} must be called, because the next record does not fit a batch or
     *     because there is none
     * @throws IOException if the container is damaged from here on
     */
    Optional<RecordBatch> nextBatch() throws IOException;
}
