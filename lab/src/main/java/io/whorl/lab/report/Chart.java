package io.whorl.lab.report;

import io.whorl.lab.report.Chart.Axis.Tick;
import io.whorl.lab.report.Chart.Plot.Mark;
import io.whorl.lab.report.Chart.Plot.Point;
import io.whorl.lab.report.Chart.Plot.Series;
import io.whorl.lab.report.Chart.Plot.Span;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Draws a plot as SVG: the legend and axes first, then spans and series, then as many labels as fit. Coordinates start
 * at the upper left; their unit is chosen so that text is 12 units high. The height follows from the plot.
 *
 * <pre>
 * name of the vertical axis
 * legend, in as many lines as it needs
 *      ┌─ top
 * left ┤  area
 *      └─ bottom ───────────────── right
 *         ticks
 *                    name of the horizontal axis
 * </pre>
 */
public final class Chart {
    private static final Pattern FORBIDDEN =
            Pattern.compile("[^\\t\\n\\x20-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]");
    private static final double TEXT = 12;
    private static final double LEGEND_LINE = 18;
    /** The distance from the mark of a legend entry to its name. */
    private static final double KEY = 20;

    private static final double RIGHT = 14;
    private static final double BELOW = 44;
    /** The distance of a label from its point, and its eight positions around the point, the best first. */
    private static final double GAP = 7;

    private static final int[][] AROUND = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}};

    private final Plot plot;
    private final double width;
    private final Function<Ink, String> colour;
    private final boolean namesInside;
    private final double left;
    private final double top;
    private final double right;
    private final double bottom;
    private final StringBuilder svg = new StringBuilder();

    private Chart(Plot plot, double width, Function<Ink, String> colour) {
        this.plot = plot;
        this.width = width;
        this.colour = colour;
        double names = 16
                + plot.y().ticks().stream()
                        .mapToDouble(tick -> width(tick.text()))
                        .max()
                        .orElse(0);
        // Long names are placed above their lines; to the left they would take too much of the width.
        namesInside = plot.y().names() && names > 0.38 * width;
        left = namesInside ? 16 : names;
        right = width - RIGHT;
        top = header() + (namesInside ? 18 : 12);
        bottom = top
                + (plot.y().names()
                        ? (namesInside ? 34 : 22) * (plot.y().to() - plot.y().from())
                        : Math.max(230, 0.5 * width));
        verticalAxis();
        horizontalAxis();
        verticalNames();
        plot.spans().forEach(this::span);
        plot.series().forEach(this::series);
        labels();
    }

    /**
     * Draws a plot for an HTML page. The page must define a CSS variable for each {@link Ink#css()}, and the font.
     *
     * @param width in CSS pixels; text is 12 pixels high
     */
    public static String svg(Plot plot, int width) {
        return new Chart(plot, width, ink -> "var(--" + ink.css() + ")").svg("", "");
    }

    /**
     * Writes a plot to a file that needs no page: with its own font and colours, on white. Papers can include it
     * directly, and tools such as Inkscape or rsvg-convert turn it into PDF or PNG.
     */
    public static void write(Plot plot, int width, Path file) throws IOException {
        String own = " font-family=\"Helvetica, Arial, sans-serif\" width=\"" + width + "\"";
        String ground = "\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>";
        Files.writeString(file, new Chart(plot, width, Ink::light).svg(own, ground) + "\n");
    }

    private String svg(String attributes, String ground) {
        return String.format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" role=\"img\" aria-label=\"%s\""
                        + " style=\"max-width:%spx\" font-size=\"%s\"%s>%s\n%s</svg>",
                number(width),
                number(bottom + BELOW),
                escape(plot.title()),
                number(width),
                number(TEXT),
                attributes,
                ground,
                svg);
    }

    private double x(double value) {
        return left + plot.x().share(value) * (right - left);
    }

    private double y(double value) {
        return bottom - plot.y().share(value) * (bottom - top);
    }

    /** Draws the name of the vertical axis and the legend. Returns the last baseline. */
    private double header() {
        text(0, TEXT, plot.y().label(), "start", Ink.TEXT, true);
        double x = 0;
        double y = plot.y().label().isEmpty() ? -4 : TEXT;
        y += plot.legend().isEmpty() ? 0 : LEGEND_LINE;
        for (Series series : plot.legend()) {
            double wide = KEY + width(series.name());
            if (x > 0 && x + wide > width) {
                x = 0;
                y += LEGEND_LINE;
            }
            Ink ink = Ink.series(series.number());
            if (series.joined()) {
                line(x, y - 4, x + 14, y - 4, ink, 2);
            }
            mark(series.mark(), x + 7, y - 4, ink, "");
            text(x + KEY, y, series.name(), "start", Ink.TEXT, false);
            x += wide + 16;
        }
        return y;
    }

    private void verticalAxis() {
        for (Tick tick : plot.y().ticks()) {
            line(left, y(tick.at()), right, y(tick.at()), Ink.GRID, 1);
        }
        if (!plot.y().names()) {
            line(left, top, left, bottom, Ink.AXIS, 1);
            if (plot.y().crossesZero()) {
                line(left, y(0), right, y(0), Ink.AXIS, 1);
            }
        }
    }

    /** Draws the tick names of the vertical axis after all grid lines, which would cross names inside the plot. */
    private void verticalNames() {
        for (Tick tick : plot.y().ticks()) {
            double y = y(tick.at());
            if (namesInside) {
                text(left, y - 9, tick.text(), "start", Ink.MUTED, false);
            } else {
                text(left - 7, y + 4, tick.text(), "end", Ink.MUTED, false);
            }
        }
    }

    private void horizontalAxis() {
        double end = Double.NEGATIVE_INFINITY;
        for (Tick tick : plot.x().ticks()) {
            double x = x(tick.at());
            double half = width(tick.text()) / 2;
            line(x, top, x, bottom + 4, Ink.GRID, 1);
            if (x - half > end) {
                text(x, bottom + 18, tick.text(), "middle", Ink.MUTED, false);
                end = x + half + 6;
            }
        }
        line(left, bottom, right, bottom, Ink.AXIS, 1);
        if (plot.x().crossesZero()) {
            line(x(0), top, x(0), bottom, Ink.AXIS, 1.5);
        }
        text(right, bottom + 36, plot.x().label(), "end", Ink.TEXT, true);
    }

    private void span(Span span) {
        double from = x(span.from());
        double to = x(span.to());
        double y = y(span.y());
        Ink ink = Ink.series(span.number());
        if (span.thick()) {
            add(
                    "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"10\" fill=\"%s\" opacity=\"0.3\"/>",
                    from, y - 5, Math.max(1, to - from), ink);
        } else {
            line(from, y, to, y, ink, 1);
        }
    }

    private void series(Series series) {
        Ink ink = Ink.series(series.number());
        List<Point> points = series.points();
        if (series.joined() && points.size() > 1) {
            double[] places = new double[2 * points.size()];
            for (int i = 0; i < points.size(); i++) {
                places[2 * i] = x(points.get(i).x());
                places[2 * i + 1] = y(points.get(i).y());
            }
            add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", pairs(places), ink);
        }
        points.forEach(point -> mark(series.mark(), x(point.x()), y(point.y()), ink, point.title()));
    }

    private record Box(double left, double top, double right, double bottom) {
        boolean meets(Box other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }
    }

    /**
     * Draws the labels of points so that they do not overlap. Each label gets the first free of eight positions around
     * its point. A label without a free position is left out, because two overlapping labels cannot be read.
     */
    private void labels() {
        List<Point> points = plot.series().stream()
                .flatMap(series -> series.points().stream())
                .toList();
        List<Box> taken = new ArrayList<>();
        for (Point point : points) {
            double x = x(point.x());
            double y = y(point.y());
            taken.add(new Box(x - 4, y - 4, x + 4, y + 4));
        }
        points.stream().filter(point -> !point.label().isEmpty()).forEach(point -> label(point, taken));
    }

    private void label(Point point, List<Box> taken) {
        double wide = width(point.label());
        for (int[] side : AROUND) {
            // The anchor is the end nearest the point, so that the label touches the point in any font.
            double near = x(point.x()) + side[0] * GAP;
            double start = near - (side[0] < 0 ? wide : side[0] == 0 ? wide / 2 : 0);
            double middle = y(point.y()) + side[1] * (side[0] == 0 ? TEXT : TEXT * 0.75);
            Box box = new Box(start - 1, middle - TEXT / 2, start + wide + 1, middle + TEXT / 2);
            boolean inside = box.left > left && box.right < width && box.top > top - TEXT && box.bottom < bottom;
            if (inside && taken.stream().noneMatch(box::meets)) {
                taken.add(box);
                String anchor = side[0] < 0 ? "end" : side[0] == 0 ? "middle" : "start";
                text(near, middle + 4, point.label(), anchor, Ink.TEXT, false);
                return;
            }
        }
    }

    private void line(double x1, double y1, double x2, double y2, Ink ink, double wide) {
        add(
                "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"%s\" stroke-width=\"%s\"/>",
                x1, y1, x2, y2, ink, wide);
    }

    /** @param title the tooltip; may be empty */
    private void mark(Mark mark, double x, double y, Ink ink, String title) {
        String tooltip = title.isEmpty() ? "" : "<title>" + escape(title) + "</title>";
        switch (mark) {
            case CIRCLE -> add("<circle cx=\"%s\" cy=\"%s\" r=\"4.5\" fill=\"%s\">%s</circle>", x, y, ink, tooltip);
            case DOT ->
                add(
                        "<circle cx=\"%s\" cy=\"%s\" r=\"2.2\" fill=\"%s\" opacity=\"0.55\">%s</circle>",
                        x, y, ink, tooltip);
            case STROKE ->
                add("<path d=\"M%s %sv14\" stroke=\"%s\" stroke-width=\"2.5\">%s</path>", x, y - 7, ink, tooltip);
            case SQUARE -> polygon(ink, tooltip, x - 4, y - 4, x + 4, y - 4, x + 4, y + 4, x - 4, y + 4);
            case TRIANGLE -> polygon(ink, tooltip, x, y - 5.2, x + 5, y + 3.8, x - 5, y + 3.8);
            case DIAMOND -> polygon(ink, tooltip, x, y - 5.6, x + 5.6, y, x, y + 5.6, x - 5.6, y);
        }
    }

    private void polygon(Ink ink, String tooltip, double... corners) {
        add("<polygon points=\"%s\" fill=\"%s\">%s</polygon>", pairs(corners), ink, tooltip);
    }

    private void text(double x, double y, String text, String anchor, Ink ink, boolean bold) {
        add(
                "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" fill=\"%s\"%s>%s</text>",
                x, y, anchor, ink, bold ? " font-weight=\"600\"" : "", escape(text));
    }

    /** @param values numbers, inks or strings */
    private void add(String format, Object... values) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof Double number) {
                values[i] = number(number);
            } else if (values[i] instanceof Ink ink) {
                values[i] = colour.apply(ink);
            }
        }
        svg.append(String.format(format, values)).append('\n');
    }

    private static String pairs(double[] points) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < points.length; i += 2) {
            out.append(i > 0 ? " " : "").append(number(points[i])).append(',').append(number(points[i + 1]));
        }
        return out.toString();
    }

    /** Rounds to a tenth of a unit, which is finer than a screen's pixels. */
    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value).replaceFirst("\\.0$", "");
    }

    /** Returns the approximate width of a text. The font is not known, so letters fall into three classes. */
    static double width(String text) {
        return text.codePoints()
                        .mapToDouble(c -> "iljI.,:;'| ft".indexOf(c) >= 0
                                ? 0.33
                                : c >= 'A' && c <= 'Z' || c == 'm' || c == 'w' ? 0.78 : 0.58)
                        .sum()
                * TEXT;
    }

    /** Escapes markup characters of XML and HTML. Characters that XML does not allow become U+FFFD. */
    public static String escape(String text) {
        return FORBIDDEN
                .matcher(text)
                .replaceAll("\uFFFD")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** A colour by its role, with one value for light and one for dark backgrounds. */
    public enum Ink {
        TEXT("#1c2024", "#e8eaed"),
        MUTED("#5b636c", "#a9b1ba"),
        AXIS("#8a929b", "#7d868f"),
        GRID("#e3e6ea", "#31363d"),
        SERIES_0("#2065c7", "#6ea8ff"),
        SERIES_1("#d95f02", "#ff9a4d"),
        SERIES_2("#1b8a5a", "#55c99a"),
        SERIES_3("#b5338a", "#f07cc4"),
        SERIES_4("#8f6b00", "#e0b93f"),
        SERIES_5("#0b8195", "#4fc9dc"),
        SERIES_6("#6a4fc1", "#a994f5"),
        SERIES_7("#6b6b6b", "#b0b0b0");

        /** The number of series that have distinct colours. */
        public static final int SERIES = 8;

        private final String light;
        private final String dark;

        Ink(String light, String dark) {
            this.light = light;
            this.dark = dark;
        }

        /** Returns the colour of the series with this number, 0 or more. */
        public static Ink series(int number) {
            return values()[SERIES_0.ordinal() + number % SERIES];
        }

        public String light() {
            return light;
        }

        public String dark() {
            return dark;
        }

        public String css() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * One of a plot's two axes. Its ticks are 1, 2 and 5 times powers of ten, or names. They are computed as decimals,
     * so that 0.3 does not become 0.30000000000000004.
     *
     * @param ticks in ascending order, within {@code from} and {@code to}
     * @param names whether the ticks are names of things rather than values
     */
    public record Axis(String label, boolean logarithmic, double from, double to, List<Tick> ticks, boolean names) {
        /** An axis is logarithmic if the largest value is at least this many times the smallest. */
        private static final double WIDE = 12;
        /** A linear axis has at most about this many steps. */
        private static final int STEPS = 5;
        /** On a logarithmic axis with more values than this, only powers of ten are labelled. */
        private static final int CROWDED = 8;

        public record Tick(double at, String text) {
            private static Tick of(double at) {
                BigDecimal decimal = BigDecimal.valueOf(at)
                        .setScale(12, RoundingMode.HALF_EVEN)
                        .stripTrailingZeros();
                String text =
                        Math.abs(at) >= 10_000 ? String.format(Locale.ROOT, "%,d", (long) at) : decimal.toPlainString();
                return new Tick(at, text.replace('-', '\u2212'));
            }
        }

        public Axis {
            if (!(from < to) || logarithmic && from <= 0) {
                throw new IllegalArgumentException("from is " + from + " and to is " + to
                        + "; from must be less than to, and above 0 on a logarithmic axis");
            }
        }

        /** Returns an axis that contains the values. It is logarithmic if all values are above 0 and far apart. */
        public static Axis of(String label, double... values) {
            double least = DoubleStream.of(values).min().orElseThrow();
            double most = DoubleStream.of(values).max().orElseThrow();
            if (least <= 0 || most / least < WIDE) {
                return linear(label, values);
            }
            double[] all = IntStream.rangeClosed((int) Math.floor(Math.log10(least)), (int) Math.ceil(Math.log10(most)))
                    .boxed()
                    .flatMapToDouble(power -> DoubleStream.of(1, 2, 5).map(round -> BigDecimal.valueOf(round)
                            .scaleByPowerOfTen(power)
                            .doubleValue()))
                    .toArray();
            double first = Arrays.stream(all).filter(at -> at <= least).max().orElse(all[0]);
            double last = Arrays.stream(all).filter(at -> at >= most).min().orElse(all[all.length - 1]);
            double[] places =
                    Arrays.stream(all).filter(at -> at >= first && at <= last).toArray();
            List<Tick> ticks = Arrays.stream(places)
                    .filter(at ->
                            places.length <= CROWDED || Math.abs(Math.rint(Math.log10(at)) - Math.log10(at)) < 1e-9)
                    .mapToObj(Tick::of)
                    .toList();
            return new Axis(label, true, first, last, ticks, false);
        }

        /** Returns a linear axis that contains the values, at least one. It has at least two equidistant ticks. */
        public static Axis linear(String label, double... values) {
            double least = DoubleStream.of(values).min().orElseThrow();
            double most = DoubleStream.of(values).max().orElseThrow();
            double span = most > least ? most - least : Math.max(Math.abs(most), 1) * 0.1;
            BigDecimal step = step(span / STEPS);
            long first = (long) Math.floor(least / step.doubleValue() + 1e-9);
            long last = Math.max(first + 1, (long) Math.ceil(most / step.doubleValue() - 1e-9));
            List<Tick> ticks = new ArrayList<>();
            for (long i = first; i <= last; i++) {
                ticks.add(Tick.of(step.multiply(BigDecimal.valueOf(i)).doubleValue()));
            }
            return new Axis(label, false, ticks.get(0).at, ticks.get(ticks.size() - 1).at, ticks, false);
        }

        private static BigDecimal step(double atLeast) {
            int power = (int) Math.floor(Math.log10(atLeast));
            return IntStream.of(1, 2, 5, 10, 20, 50)
                    .mapToObj(round -> BigDecimal.valueOf(round).scaleByPowerOfTen(power))
                    .filter(step -> step.doubleValue() >= atLeast)
                    .findFirst()
                    .orElseThrow();
        }

        /** Returns an axis of names. The first is at the top, at {@link #height} 0. */
        public static Axis naming(String label, List<String> things) {
            List<Tick> ticks = new ArrayList<>();
            for (int i = things.size() - 1; i >= 0; i--) {
                ticks.add(new Tick(height(i), things.get(i)));
            }
            return new Axis(label, false, height(things.size() - 1) - 0.6, 0.6, ticks, true);
        }

        /** Returns the position of the name with this number, from 0. */
        public static double height(int thing) {
            return -thing;
        }

        /** Returns the relative position of a value: 0 at the start of the axis, 1 at its end. */
        double share(double value) {
            return logarithmic ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
        }

        boolean crossesZero() {
            return from < 0 && to > 0;
        }
    }

    /**
     * The content of a plot. Later series are drawn over earlier ones, and all series over the spans.
     *
     * @param title the text for readers who cannot see the plot
     */
    public record Plot(String title, Axis x, Axis y, List<Span> spans, List<Series> series) {
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
         */
        public record Series(String name, int number, Mark mark, boolean joined, List<Point> points) {
            public Series {
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
}
