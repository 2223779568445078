package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import java.io.IOException;
import java.util.Optional;

/** Reads the records of a dump, and reports those that cannot be delivered. */
abstract class DumpReader implements PartReader {
    final Part whole;
    final ReadContext context;
    final FormatOptions options;

    DumpReader(Part whole, ReadContext context) {
        this.whole = whole;
        this.context = context;
        options = context.options();
    }

    /** The id of a record without one of its own; unique within a dump and between dumps. */
    static String id(Part whole, long number) {
        return whole.id().orElse(whole.name()) + ":" + number;
    }

    /** Advances to the next record; false if there is none. */
    abstract boolean advance() throws IOException;

    /** The place of the current record, for messages. */
    abstract String place();

    /**
     * Returns the current record; nothing if it is to be passed over without a report.
     *
     * @throws InvalidRecordException if the record is to be reported and skipped
     */
    abstract Optional<Part> record() throws IOException;

    @Override
    public final Optional<Part> next() throws IOException {
        while (advance()) {
            try {
                Optional<Part> record = record();
                if (record.isPresent()) {
                    return record;
                }
            } catch (InvalidRecordException e) {
                context.skip(place(), e.reason(), e.getMessage());
            }
        }
        return Optional.empty();
    }
}
