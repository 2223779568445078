package io.whorl.lab.report;

import java.util.OptionalDouble;

/**
 * A cell of a table.
 *
 * @param text as it is shown
 * @param value what it is sorted by, for a cell of a column of numbers; absent figures stand last
 * @param numeric whether it stands in a column of numbers
 */
record Cell(String text, OptionalDouble value, boolean numeric) {
    static Cell text(String text) {
        return new Cell(text, OptionalDouble.empty(), false);
    }

    static Cell whole(long value) {
        return new Cell(Numbers.whole(value), OptionalDouble.of(value), true);
    }

    static Cell fixed(double value, int digits) {
        return new Cell(Numbers.fixed(value, digits), OptionalDouble.of(value), true);
    }

    static Cell fixed(OptionalDouble value, int digits) {
        return value.isPresent() ? fixed(value.getAsDouble(), digits) : new Cell("n/a", value, true);
    }

    static Cell significant(double value, int digits) {
        return new Cell(Numbers.significant(value, digits), OptionalDouble.of(value), true);
    }
}
