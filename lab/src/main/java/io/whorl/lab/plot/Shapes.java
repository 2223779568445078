package io.whorl.lab.plot;

/** The outlines of marks. */
final class Shapes {
    static final double RADIUS = 4.5;
    static final double DOT_RADIUS = 2.2;
    static final double STROKE_HALF = 7;

    private Shapes() {}

    /**
     * Corners, x and y by turns.
     *
     * @param mark one that has corners
     */
    static double[] corners(Mark mark, double x, double y) {
        return switch (mark) {
            case SQUARE -> new double[] {x - 4, y - 4, x + 4, y - 4, x + 4, y + 4, x - 4, y + 4};
            case TRIANGLE -> new double[] {x, y - 5.2, x + 5, y + 3.8, x - 5, y + 3.8};
            case DIAMOND -> new double[] {x, y - 5.6, x + 5.6, y, x, y + 5.6, x - 5.6, y};
            default -> throw new IllegalArgumentException("mark is " + mark + "; it must have corners");
        };
    }
}
