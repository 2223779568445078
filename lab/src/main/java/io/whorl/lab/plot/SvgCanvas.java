package io.whorl.lab.plot;

import java.util.Locale;

/** A canvas that is a piece of SVG. Colours are CSS variables of the page around it. */
final class SvgCanvas implements Canvas {
    private final StringBuilder svg = new StringBuilder();

    @Override
    public void line(double x1, double y1, double x2, double y2, Ink ink, double width) {
        add(
                "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>",
                number(x1), number(y1), number(x2), number(y2), colour(ink), number(width));
    }

    @Override
    public void path(double[] places, Ink ink) {
        add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", pairs(places), colour(ink));
    }

    @Override
    public void box(double x, double y, double width, double height, Ink ink) {
        add(
                "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\" opacity=\"0.3\"/>",
                number(x), number(y), number(width), number(height), colour(ink));
    }

    @Override
    public void mark(Mark mark, double x, double y, Ink ink, String title) {
        String told = title.isEmpty() ? "" : "<title>" + Xml.escape(title) + "</title>";
        switch (mark) {
            case CIRCLE ->
                add(
                        "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\">%s</circle>",
                        number(x), number(y), number(Shapes.RADIUS), colour(ink), told);
            case DOT ->
                add(
                        "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" fill=\"%s\" opacity=\"0.55\">%s</circle>",
                        number(x), number(y), number(Shapes.DOT_RADIUS), colour(ink), told);
            case STROKE ->
                add(
                        "<path d=\"M%s %sv%s\" stroke=\"%s\" stroke-width=\"2.5\">%s</path>",
                        number(x), number(y - Shapes.STROKE_HALF), number(2 * Shapes.STROKE_HALF), colour(ink), told);
            default ->
                add(
                        "<polygon points=\"%s\" fill=\"%s\">%s</polygon>",
                        pairs(Shapes.corners(mark, x, y)), colour(ink), told);
        }
    }

    @Override
    public void text(double x, double y, String text, Anchor anchor, Ink ink, boolean strong) {
        add(
                "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" fill=\"%s\"%s>%s</text>",
                number(x),
                number(y),
                anchor.name().toLowerCase(Locale.ROOT),
                colour(ink),
                strong ? " font-weight=\"600\"" : "",
                Xml.escape(text));
    }

    /** The whole, as wide as there is room for, but no wider than the canvas. */
    String finish(String title, double width, double height) {
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" role=\"img\""
                        + " aria-label=\"%s\" style=\"max-width:%spx\" font-size=\"%s\">%n%s</svg>",
                number(width),
                number(height),
                Xml.escape(title),
                number(width),
                number(TEXT_SIZE),
                svg);
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String colour(Ink ink) {
        return "var(--" + ink.css() + ")";
    }

    private static String pairs(double[] places) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < places.length; i += 2) {
            out.append(i > 0 ? " " : "").append(number(places[i])).append(',').append(number(places[i + 1]));
        }
        return out.toString();
    }

    /** A tenth of a unit is finer than a screen. */
    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value).replaceFirst("\\.0$", "");
    }
}
