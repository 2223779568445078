package io.whorl.lab.report;

import java.util.List;

/**
 * The content of a plot. Later series are drawn over earlier ones, and all series over the spans.
 *
 * @param title the text for readers who cannot see the plot
 */
public record Plot(String title, Axis x, Axis y, List<Span> spans, List<Series> series) {
    public Plot {
        spans = List.copyOf(spans);
        series = List.copyOf(series);
    }

    /** Returns the series to list in a legend: none if there is only one. */
    List<Series> legend() {
        List<Series> named =
                series.stream().filter(each -> !each.name.isEmpty()).toList();
        return named.size() > 1 ? named : List.of();
    }

    /**
     * A series of points.
     *
     * @param name in the legend; a series with an empty name is not listed
     * @param number selects the colour; 0 or more
     * @param joined whether a line connects the points in their order
     */
    public record Series(String name, int number, Mark mark, boolean joined, List<Point> points) {
        public Series {
            points = List.copyOf(points);
            if (number < 0) {
                throw new IllegalArgumentException("number is " + number + "; it must be 0 or more");
            }
        }

        public static Series of(String name, int number, boolean joined, List<Point> points) {
            return new Series(name, number, Mark.series(number), joined, points);
        }
    }

    /**
     * A point of a plot. Both coordinates are finite.
     *
     * @param label the text next to the point, drawn if there is room; may be empty
     * @param title the tooltip; may be empty
     */
    public record Point(double x, double y, String label, String title) {
        public Point {
            if (!Double.isFinite(x) || !Double.isFinite(y)) {
                throw new IllegalArgumentException("point is (" + x + ", " + y + "); both must be finite");
            }
        }
    }

    /**
     * A horizontal bar, such as a range of values.
     *
     * @param thick whether it is drawn as a box; otherwise as a line
     * @param number selects the colour, as in {@link Series}
     */
    public record Span(double y, double from, double to, boolean thick, int number) {}

    /**
     * The shape of a point. Series differ in shape as well as in colour, for readers and printers that cannot
     * distinguish colours.
     */
    public enum Mark {
        CIRCLE,
        SQUARE,
        TRIANGLE,
        DIAMOND,
        /** Small and translucent, for many points. */
        DOT,
        /** A vertical stroke, such as a median. */
        STROKE;

        /** Returns the shape of the series with this number. Series that share a colour differ in shape. */
        private static Mark series(int number) {
            return values()[(number + number / Ink.SERIES) % 4];
        }
    }
}
