package io.whorl.corpus.internal.container;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

    abstract boolean advance() throws IOException;

    /** The number of the current record. */
    abstract long number();

    /** The place of the current record, for messages. */
    String place() {
        return whole.place() + ":" + number();
    }

    /** Creates the part of the current record. */
    final Part part(String id, String mediaType, byte[] body, String date) {
        return Part.record(place(), number(), id, mediaType, new ByteArrayInputStream(body))
                .dated(date);
    }

    /**
     * Returns the current record; nothing if it is to be passed over without a report.
     *
     * @throws TextConversionException if the record is to be reported and skipped
     */
    abstract Optional<Part> record() throws IOException, TextConversionException;

    @Override
    public final Optional<Part> next() throws IOException {
        while (advance()) {
            try {
                Optional<Part> record = record();
                if (record.isPresent()) {
                    return record;
                }
            } catch (TextConversionException e) {
                context.skip(place(), number(), e.reason(), e.getMessage());
            }
        }
        return Optional.empty();
    }

    static TextConversionException tooLarge(FormatOptions options) {
        return new TextConversionException(Skipped.Reason.TOO_LARGE, options.tooLarge());
    }

    static TextConversionException invalid(String detail) {
        return new TextConversionException(Skipped.Reason.INVALID, detail);
    }

    /** Collects the field names of a record for a message: the first few, each shortened. Not thread-safe. */
    static final class FieldNames {
        private static final int MAX_NAMES = 12;
        private static final int MAX_LENGTH = 40;

        private final List<String> first = new ArrayList<>();
        private int count;

        void add(String name) {
            count++;
            if (first.size() < MAX_NAMES) {
                first.add(name.length() <= MAX_LENGTH ? name : name.substring(0, MAX_LENGTH) + "...");
            }
        }

        /** Returns, for example, {@code no string in the field "body"; it has: id, text}. */
        String without(String wanted) {
            String names = first.isEmpty() ? "no field" : String.join(", ", first);
            String more = count > first.size() ? " and " + (count - first.size()) + " more" : "";
            return "no string in the field \"" + wanted + "\"; it has: " + names + more;
        }
    }
}
