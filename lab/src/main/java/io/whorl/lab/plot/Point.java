package io.whorl.lab.plot;

/**
 * A point of a plot; both places are finite.
 *
 * @param label written beside it where there is room; may be empty
 * @param title told where the pointer rests on it (SVG only); may be empty
 */
public record Point(double x, double y, String label, String title) {
    public Point {
        if (!Double.isFinite(x) || !Double.isFinite(y)) {
            throw new IllegalArgumentException("point is (" + x + ", " + y + "); both must be finite");
        }
    }
}
