package io.whorl.store;

import io.whorl.internal.Ranges;
import java.time.Instant;
import java.util.Optional;

/** The date of a document as a number: milliseconds since 1970-01-01T00:00:00Z. */
public final class DocumentDate {
    /** A document without a date. */
    public static final long NONE = Long.MIN_VALUE;
    /** The first date that an index stores, 0001-01-01T00:00:00Z. */
    public static final long FIRST = -62_135_596_800_000L;
    /** The last date that an index stores, 9999-12-31T23:59:59.999Z. */
    public static final long LAST = 253_402_300_799_999L;

    private DocumentDate() {}

    /**
     * The number of a date; parts of a millisecond are cut off.
     *
     * @throws IllegalArgumentException if the year is not from 1 to 9999
     */
    public static long of(Instant date) {
        if (date.isBefore(Instant.ofEpochMilli(FIRST))
                || date.isAfter(Instant.ofEpochMilli(LAST).plusNanos(999_999))) {
            throw new IllegalArgumentException("date is " + date + "; its year must be from 1 to 9999");
        }
        return date.toEpochMilli();
    }

    /** The number of a date; {@link #NONE} if there is none. */
    public static long of(Optional<Instant> date) {
        return date.isPresent() ? of(date.get()) : NONE;
    }

    /** The date of a number; empty for {@link #NONE}. */
    public static Optional<Instant> instant(long date) {
        return date == NONE ? Optional.empty() : Optional.of(Instant.ofEpochMilli(date));
    }

    /** Whether a number is a date that an index stores. */
    public static boolean isValid(long date) {
        return date >= FIRST && date <= LAST;
    }

    /**
     * Returns a number that is a date or {@link #NONE}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static long checked(long date) {
        return date == NONE ? NONE : Ranges.check("date", date, FIRST, LAST);
    }
}
