package io.whorl.lab.plot;

import java.util.Locale;
import java.util.function.Function;

/**
 * A canvas that collects SVG elements. Coordinates start at the upper left; their unit is chosen so that text is
 * {@link #TEXT_SIZE} high.
 */
final class Canvas {
    static final double TEXT_SIZE = 12;

    private static final double RADIUS = 4.5;
    private static final double DOT_RADIUS = 2.2;
    private static final double STROKE_HALF = 7;

    /** The point of a text that its coordinates name. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    private final StringBuilder svg = new StringBuilder();
    private final Function<Ink, String> colour;

    /** @param colour gives the CSS colour of an ink */
    Canvas(Function<Ink, String> colour) {
        this.colour = colour;
    }

    void line(double x1, double y1, double x2, double y2, Ink ink, double width) {
        add(
                "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>",
                number(x1), number(y1), number(x2), number(y2), colour.apply(ink), number(width));
    }

    /** @param points alternating x and y */
    void path(double[] points, Ink ink) {
        add(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
                pairs(points), colour.apply(ink));
    }

    /** Draws a translucent box. */
    void box(double x, double y, double width, double height, Ink ink) {
        add(
                "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\" opacity=\"0.3\"/>",
                number(x), number(y), number(width), number(height), colour.apply(ink));
    }

    /** @param title the tooltip; may be empty */
    void mark(Mark mark, double x, double y, Ink ink, String title) {
        String tooltip = title.isEmpty() ? "" : "<title>" + Xml.escape(title) + "</title>";
        switch (mark) {
            case CIRCLE ->
                add(
                        "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\">%s</circle>",
                        number(x), number(y), number(RADIUS), colour.apply(ink), tooltip);
            case DOT ->
                add(
                        "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\" opacity=\"0.55\">%s</circle>",
                        number(x), number(y), number(DOT_RADIUS), colour.apply(ink), tooltip);
            case STROKE ->
                add(
                        "<path d=\"M%s %sv%s\" stroke=\"%s\" stroke-width=\"2.5\">%s</path>",
                        number(x), number(y - STROKE_HALF), number(2 * STROKE_HALF), colour.apply(ink), tooltip);
            case SQUARE -> polygon(ink, tooltip, x - 4, y - 4, x + 4, y - 4, x + 4, y + 4, x - 4, y + 4);
            case TRIANGLE -> polygon(ink, tooltip, x, y - 5.2, x + 5, y + 3.8, x - 5, y + 3.8);
            case DIAMOND -> polygon(ink, tooltip, x, y - 5.6, x + 5.6, y, x, y + 5.6, x - 5.6, y);
        }
    }

    private void polygon(Ink ink, String tooltip, double... corners) {
        add("<polygon points=\"%s\" fill=\"%s\">%s</polygon>", pairs(corners), colour.apply(ink), tooltip);
    }

    /** @param y the baseline */
    void text(double x, double y, String text, Anchor anchor, Ink ink, boolean bold) {
        add(
                "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" fill=\"%s\"%s>%s</text>",
                number(x),
                number(y),
                anchor.name().toLowerCase(Locale.ROOT),
                colour.apply(ink),
                bold ? " font-weight=\"600\"" : "",
                Xml.escape(text));
    }

    /** Returns the collected elements. */
    String elements() {
        return svg.toString();
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String pairs(double[] points) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < points.length; i += 2) {
            out.append(i > 0 ? " " : "").append(number(points[i])).append(',').append(number(points[i + 1]));
        }
        return out.toString();
    }

    /** Rounds to a tenth of a unit, which is finer than a screen's pixels. */
    static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value).replaceFirst("\\.0$", "");
    }

    /** Returns the approximate width of a text. The font is not known, so letters fall into three classes. */
    static double width(String text) {
        return text.codePoints()
                        .mapToDouble(c -> "iljI.,:;'| ft".indexOf(c) >= 0
                                ? 0.33
                                : c >= 'A' && c <= 'Z' || c == 'm' || c == 'w' ? 0.78 : 0.58)
                        .sum()
                * TEXT_SIZE;
    }
}
