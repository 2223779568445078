package io.whorl.lab.plot;

/** What plots are drawn on. Places are in units of which text is {@link #TEXT_SIZE} high, from the upper left. */
interface Canvas {
    double TEXT_SIZE = 12;

    /** Where a text's place lies in it. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    void line(double x1, double y1, double x2, double y2, Ink ink, double width);

    /** @param places x and y by turns */
    void path(double[] places, Ink ink);

    /** A box that what lies beneath it shines through. */
    void box(double x, double y, double width, double height, Ink ink);

    /** @param title told where the pointer rests on it, if the canvas can; may be empty */
    void mark(Mark mark, double x, double y, Ink ink, String title);

    /** @param y of the line that letters stand on */
    void text(double x, double y, String text, Anchor anchor, Ink ink, boolean strong);

    /** How wide a text is, about: the same for all canvases, so that they place things alike. */
    static double width(String text) {
        return text.codePoints()
                        .mapToDouble(c -> "iljI.,:;'| ft".indexOf(c) >= 0
                                ? 0.33
                                : c >= 'A' && c <= 'Z' || c == 'm' || c == 'w' ? 0.78 : 0.58)
                        .sum()
                * TEXT_SIZE;
    }
}
