package io.whorl.corpus.internal.io;

import io.whorl.corpus.format.ReadContext;
import java.util.function.Consumer;

/** Some records that are read but not parsed. Any thread may parse them, once. */
public interface RecordBatch {
    long bytes();

    int records();

    /**
     * Parses the records in their order.
     *
     * @param reports receives a report of each record that is skipped
     * @param records receives each document
     */
    void parse(ReadContext reports, Consumer<TextRecord> records);
}
