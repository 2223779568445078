package io.whorl.lab.plot;

import java.util.List;

/**
 * Points that belong together.
 *
 * @param name for the legend; a plot's legend leaves out empty names
 * @param number decides colour; 0 or more
 * @param mark the points' shape
 * @param joined whether a line goes from point to point, in their order
 */
public record Series(String name, int number, Mark mark, boolean joined, List<Point> points) {
    public Series {
        points = List.copyOf(points);
        if (number < 0) {
            throw new IllegalArgumentException("number is " + number + "; it must be 0 or more");
        }
    }

    public static Series scattered(String name, int number, List<Point> points) {
        return new Series(name, number, Mark.series(number), false, points);
    }

    public static Series joined(String name, int number, List<Point> points) {
        return new Series(name, number, Mark.series(number), true, points);
    }
}
