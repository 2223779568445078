package io.whorl.lab.plot;

import java.util.List;

/**
 * A series of points.
 *
 * @param name in the legend; a series with an empty name is not listed
 * @param number selects the colour; 0 or more
 * @param mark the shape of the points
 * @param joined whether a line connects the points in their order
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
