package io.whorl.store;

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
