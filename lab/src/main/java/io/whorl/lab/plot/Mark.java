package io.whorl.lab.plot;

/**
 * The shape of a point. Series differ in shape as well as in colour, for readers and printers that cannot distinguish
 * colours.
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

    private static final Mark[] SERIES = {CIRCLE, SQUARE, TRIANGLE, DIAMOND};

    /** Returns the shape of the series with this number. Series that share a colour differ in shape. */
    public static Mark series(int number) {
        return SERIES[(number + number / Ink.SERIES) % SERIES.length];
    }
}
