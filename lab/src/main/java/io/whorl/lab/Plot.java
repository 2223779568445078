package io.whorl.lab;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A plot, as a specification of Vega 5: the template {@code plot.json} with the data, the axes and the series. The
 * script of the page draws it in the colours of the page; other tools draw it on white.
 *
 * @param title the text for readers who cannot see the plot
 * @param rows names of the rows of the vertical axis, whose places are 1, 2, 3 from the top; empty if it has values
 * @param spans horizontal bars, below the points
 * @param points later ones are drawn over earlier ones; series are in the order of their first points
 */
public record Plot(String title, Axis x, Axis y, List<String> rows, List<Span> spans, List<Point> points) {
    /** The number of series that have distinct colours. */
    public static final int SERIES = 8;

    /** Series of one colour differ in shape, for readers and printers that cannot distinguish colours. */
    private static final List<String> SHAPES = List.of("circle", "square", "triangle-up", "diamond");

    private static final int HEIGHT = 300;
    private static final int HEIGHT_OF_ROW = 36;
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** How a point is drawn: as the mark of its series, or small, if there are many, or as a vertical stroke. */
    public enum Kind {
        PLAIN,
        /** A line joins it with the point before it. */
        JOINED,
        DOT,
        MEDIAN
    }

    /**
     * A point of a plot. Both coordinates are finite.
     *
     * @param label the text next to the point, drawn if there is room; may be empty
     * @param title the tooltip
     */
    public record Point(String series, Kind kind, double x, double y, String label, String title) {
        public Point {
            if (!Double.isFinite(x) || !Double.isFinite(y)) {
                throw new IllegalArgumentException("point is (" + x + ", " + y + "); both must be finite");
            }
        }
    }

    /** @param thick whether it is drawn as a box; otherwise as a line */
    public record Span(String series, double y, double from, double to, boolean thick) {}

    /** An axis from one value to a larger one. */
    public record Axis(String label, boolean logarithmic, double from, double to) {
        /** An axis is logarithmic if the largest value is at least this many times the smallest. */
        private static final double WIDE = 12;

        /** Returns an axis that contains the values. It is logarithmic if all values are above 0 and far apart. */
        public static Axis of(String label, double... values) {
            Axis linear = linear(label, values);
            return new Axis(label, linear.from > 0 && linear.to / linear.from >= WIDE, linear.from, linear.to);
        }

        /** Returns a linear axis that contains the values, at least one. */
        public static Axis linear(String label, double... values) {
            double least = DoubleStream.of(values).min().orElseThrow();
            double most = DoubleStream.of(values).max().orElseThrow();
            return new Axis(label, false, least, most > least ? most : least + Math.max(Math.abs(least), 1) * 0.1);
        }
    }

    /** Returns the specification in one line of ASCII, without characters that are markup or that XML forbids. */
    public String vega() throws IOException {
        ObjectNode spec = (ObjectNode) MAPPER.readTree(Folders.resource(Plot.class, "plot.json"));
        spec.put("description", title);
        object(spec, "/title").put("text", y.label);
        object(spec, "/axes/0").put("title", x.label);
        scale(object(spec, "/scales/0"), x);
        scale(object(spec, "/scales/1"), y);
        object(spec, "/data/0").set("values", MAPPER.valueToTree(points));
        object(spec, "/data/1").set("values", MAPPER.valueToTree(spans));
        if (!rows.isEmpty()) {
            spec.put("height", HEIGHT_OF_ROW * rows.size());
            ((ArrayNode) spec.get("axes")).remove(1);
            object(spec, "/data/2").set("values", MAPPER.valueToTree(rows));
            object(spec, "/scales/1").put("nice", false).put("reverse", true);
        } else {
            spec.put("height", HEIGHT);
        }
        List<String> series = Stream.concat(
                        points.stream().map(Point::series), spans.stream().map(Span::series))
                .distinct()
                .toList();
        ArrayNode shapes = object(spec, "/scales/3").putArray("range");
        for (int i = 0; i < series.size(); i++) {
            shapes.add(SHAPES.get((i + i / SERIES) % SHAPES.size()));
        }
        object(spec, "/scales/2").set("domain", MAPPER.valueToTree(series));
        object(spec, "/scales/3").set("domain", MAPPER.valueToTree(series));
        if (series.size() == 1) {
            spec.remove("legends");
        }
        // A letter has about six pixels, a mark with its space forty.
        int longest = series.stream().mapToInt(String::length).max().orElse(0);
        object(spec, "/signals/0").put("value", 40 + 13 * longest / 2);
        return MAPPER.writeValueAsString(spec)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replaceAll("(?<!\\\\)\\\\u00[01][0-9A-F]", "\\\\uFFFD");
    }

    private static ObjectNode object(JsonNode spec, String path) {
        return (ObjectNode) spec.at(path);
    }

    private static void scale(ObjectNode scale, Axis axis) {
        scale.put("type", axis.logarithmic ? "log" : "linear")
                .putArray("domain")
                .add(axis.from)
                .add(axis.to);
        // The next powers of ten may be far away.
        scale.put("nice", !axis.logarithmic).put("padding", axis.logarithmic ? 8 : 0);
    }
}
