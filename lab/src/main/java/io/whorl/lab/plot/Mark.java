package io.whorl.lab.plot;

/**
 * The shape of a point; series differ by shape as well as by colour, for readers and printers that do not tell colours.
 */
public enum Mark {
    CIRCLE,
    SQUARE,
    TRIANGLE,
    DIAMOND,
    /** Small, and lets others shine through: for many points. */
    DOT,
    /** An upright stroke, such as a median. */
    STROKE;

    private static final Mark[] SERIES = {CIRCLE, SQUARE, TRIANGLE, DIAMOND};

    /** The shape of the series of that number; it changes with the colour, and again when the colours are used up. */
    public static Mark series(int number) {
        return SERIES[(number + number / Ink.SERIES) % SERIES.length];
    }
}
