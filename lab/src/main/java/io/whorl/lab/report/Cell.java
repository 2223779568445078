package io.whorl.lab.report;

import java.util.OptionalDouble;

/**
 * A cell of a table.
 *
 * @param text the displayed text
 * @param value the number to sort by; absent numbers sort last
 * @param numeric whether the column contains numbers
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
