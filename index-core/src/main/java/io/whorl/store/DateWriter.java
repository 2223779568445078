package io.whorl.store;

import java.io.IOException;
import java.util.function.LongUnaryOperator;

/** Writes the dates of the documents of a segment, in a few passes over the documents. */
final class DateWriter {
    private final long documents;
    private final LongUnaryOperator dates;
    private final DateScale scale;
    private final int width;

    /** @param dates the date of each document by ordinal, as in {@link DocumentDate} */
    DateWriter(long documents, LongUnaryOperator dates) {
        this.documents = documents;
        this.dates = dates;
        scale = scale();
        long largest = 0;
        for (long i = 0; i < documents && !isEmpty(); i++) {
            largest = Math.max(largest, scale.encode(dates.applyAsLong(i)));
        }
        width = isEmpty() ? 0 : FixedNumbers.width(largest);
    }

    private DateScale scale() {
        long first = Long.MAX_VALUE;
        for (long i = 0; i < documents; i++) {
            long date = dates.applyAsLong(i);
            first = date == DocumentDate.NONE ? first : Math.min(first, DocumentDate.checked(date));
        }
        if (first == Long.MAX_VALUE) {
            return DateScale.NONE;
        }
        int unit = DateScale.DAY;
        for (long i = 0; i < documents && unit > DateScale.MILLISECOND; i++) {
            long date = dates.applyAsLong(i);
            unit = date == DocumentDate.NONE ? unit : DateScale.common(unit, date - first);
        }
        return new DateScale(first, unit);
    }

    /** Whether no document has a date. */
    boolean isEmpty() {
        return scale.equals(DateScale.NONE);
    }

    DateScale scaled() {
        return scale;
    }

    /** Bytes of a date; 0 if no document has one. */
    int width() {
        return width;
    }

    void write(SegmentWriter out) throws IOException {
        out.begin(Section.DATES);
        for (long i = 0; i < documents; i++) {
            out.putNumber(scale.encode(dates.applyAsLong(i)), width);
        }
        out.end(Section.DATES);
    }
}
