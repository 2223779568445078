package io.whorl.corpus.internal.container;

import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.Skipped;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** A reader of a container whose records are parsed on other threads than the one that reads. */
public interface RecordBatches extends PartReader {
    /**
     * Returns the next records; nothing at the end.
     *
     * @throws IOException if the container is damaged from here on
     */
    Optional<RecordBatch> nextBatch() throws IOException;

    /** All records are in batches. */
    @Override
    default Optional<Part> next() {
        return Optional.empty();
    }

    /**
     * Some records that are read but perhaps not parsed.
     *
     * @param bytes memory that they occupy
     * @param records their number
     */
    record RecordBatch(long bytes, int records, Parsing parsing) {}

    /** Any thread may call it, once. */
    interface Parsing {
        /**
         * Parses the records in their order.
         *
         * @param reports receives a report of each record that is skipped, with its number in the container
         * @param records receives each document
         */
        void parse(Consumer<Skipped> reports, Consumer<TextRecord> records) throws IOException;
    }

    /**
     * A record that is a document.
     *
     * @param place where it is, for messages
     * @param number its number in the container, from 1
     * @param id its id, perhaps empty
     * @param utf8 its text
     * @param date its date as written; blank for none
     */
    record TextRecord(String place, long number, String id, byte[] utf8, String date) {}
}
