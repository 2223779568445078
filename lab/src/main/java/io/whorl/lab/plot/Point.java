package io.whorl.lab.plot;

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
