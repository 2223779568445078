package io.whorl.store;

import io.whorl.store.MappedBytes.FixedNumbers;
import java.util.Objects;
import java.util.function.LongUnaryOperator;

/** The dates of a segment, by ordinal; docs/FORMAT.md, "Dates". Immutable and thread-safe. */
public final class DateTable {
    private final long documents;
    private final FixedNumbers numbers;
    private final DateScale scale;

    /** @param numbers of no bytes if no document has a date */
    DateTable(long documents, FixedNumbers numbers, DateScale scale) {
        this.documents = documents;
        this.numbers = numbers;
        this.scale = scale;
    }

    /** Whether no document of the segment has a date. */
    public boolean isEmpty() {
        return numbers.width() == 0;
    }

    /**
     * The date of a document, as in {@link DocumentDate}.
     *
     * @return {@link DocumentDate#NONE} if it has none
     */
    public long date(long ordinal) {
        Objects.checkIndex(ordinal, documents);
        if (isEmpty()) {
            return DocumentDate.NONE;
        }
        long number = numbers.get(ordinal);
        if (number < 0 || number > scale.largest()) {
            throw numbers.damaged(
                    ordinal,
                    "document " + ordinal + " has the date number " + number + "; the largest is " + scale.largest());
        }
        return scale.decode(number);
    }

    DateScale scale() {
        return scale;
    }

    int width() {
        return numbers.width();
    }

    /**
     * How the dates of a segment are stored: as their distance from the first one, in the largest unit that divides all
     * distances. 0 stands for no date, so the first date is 1.
     *
     * @param first the first date, in milliseconds since 1970; 0 if the segment has no dates
     * @param unit the unit in milliseconds: a day, a second or a millisecond; 0 if the segment has no dates
     */
    record DateScale(long first, int unit) {
        static final int DAY = 86_400_000;
        static final int SECOND = 1_000;
        static final int MILLISECOND = 1;
        /** The scale of a segment without dates. */
        static final DateScale NONE = new DateScale(0, 0);

        /**
         * The scale of the dates of a segment, found in two passes over the documents.
         *
         * @param dates the date of each document by ordinal, as in {@link DocumentDate}
         */
        static DateScale of(long documents, LongUnaryOperator dates) {
            long first = Long.MAX_VALUE;
            for (long i = 0; i < documents; i++) {
                long date = dates.applyAsLong(i);
                first = date == DocumentDate.NONE ? first : Math.min(first, DocumentDate.checked(date));
            }
            if (first == Long.MAX_VALUE) {
                return NONE;
            }
            int unit = DAY;
            for (long i = 0; i < documents && unit > MILLISECOND; i++) {
                long date = dates.applyAsLong(i);
                unit = date == DocumentDate.NONE ? unit : common(unit, date - first);
            }
            return new DateScale(first, unit);
        }

        /** Bytes of a date; 0 if no document has one. */
        int width(long documents, LongUnaryOperator dates) {
            long largest = 0;
            for (long i = 0; i < documents && !equals(NONE); i++) {
                largest = Math.max(largest, encode(dates.applyAsLong(i)));
            }
            return equals(NONE) ? 0 : FixedNumbers.width(largest);
        }

        /** Whether a segment whose dates have this width can have this scale. */
        boolean fits(int width) {
            return width == 0
                    ? equals(NONE)
                    : (unit == DAY || unit == SECOND || unit == MILLISECOND) && DocumentDate.isValid(first);
        }

        /** The largest unit that divides a distance of this unit and another distance. */
        static int common(int unit, long distance) {
            return distance % unit == 0 ? unit : common(unit == DAY ? SECOND : MILLISECOND, distance);
        }

        long encode(long date) {
            return date == DocumentDate.NONE ? 0 : (date - first) / unit + 1;
        }

        /** The largest number that stands for a date. */
        long largest() {
            return (DocumentDate.LAST - first) / unit + 1;
        }

        long decode(long number) {
            return number == 0 ? DocumentDate.NONE : first + (number - 1) * unit;
        }
    }
}
