package io.whorl.lab.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.report.Chart.Axis;
import io.whorl.lab.report.Chart.Axis.Tick;
import io.whorl.lab.report.Chart.Ink;
import io.whorl.lab.report.Chart.Plot;
import io.whorl.lab.report.Chart.Plot.Mark;
import io.whorl.lab.report.Chart.Plot.Point;
import io.whorl.lab.report.Chart.Plot.Series;
import io.whorl.lab.report.Chart.Plot.Span;
import io.whorl.lab.report.Columns.FigureTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Reads the drawings as XML. */
class ChartTest {
    private static final String NAME = "<b> & \"q\" \u0000";
    private static final int WIDTH = 400;
    private static final Axis UNIT = Axis.linear("", 0, 1);

    private static final Plot PLOT = new Plot(
            NAME,
            Axis.linear(NAME, 0, 10),
            Axis.linear(NAME, 0, 10),
            List.of(new Span(8, 1, 9, true, 5), new Span(9, 1, 9, false, 5)),
            List.of(
                    new Series("circle", 0, Mark.CIRCLE, false, List.of(new Point(2, 3, "", NAME))),
                    new Series("square", 1, Mark.SQUARE, false, List.of(new Point(4, 3, "", ""))),
                    new Series("triangle", 2, Mark.TRIANGLE, false, List.of(new Point(6, 3, "", ""))),
                    new Series("diamond", 3, Mark.DIAMOND, false, List.of(new Point(8, 3, NAME, ""))),
                    new Series("stroke", 4, Mark.STROKE, false, List.of(new Point(2, 6, "", ""))),
                    new Series("line", 6, Mark.DOT, true, List.of(new Point(4, 6, "", ""), new Point(8, 7, "", "")))));

    @TempDir
    private Path directory;

    /** A drawing, and its area as the lines of the axes show it. */
    private record Drawn(Element svg, double left, double right, double top, double bottom) {
        static Drawn of(Plot plot, int width) throws Exception {
            return of(Chart.svg(plot, width));
        }

        static Drawn of(String text) throws Exception {
            Element svg = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                    .getDocumentElement();
            Element across = all(svg, "line").stream()
                    .filter(line -> line.getAttribute("stroke").equals("var(--axis)")
                            && line.getAttribute("y1").equals(line.getAttribute("y2")))
                    .findFirst()
                    .orElse(svg);
            double top = all(svg, "line").stream()
                    .filter(line -> line.getAttribute("x1").equals(line.getAttribute("x2")))
                    .mapToDouble(line -> number(line, "y1"))
                    .min()
                    .orElse(0);
            return new Drawn(svg, number(across, "x1"), number(across, "x2"), top, number(across, "y1"));
        }

        static List<Element> all(Element svg, String name) {
            NodeList found = svg.getElementsByTagName(name);
            return IntStream.range(0, found.getLength())
                    .mapToObj(i -> (Element) found.item(i))
                    .toList();
        }

        List<Element> all(String name) {
            return all(svg, name);
        }

        /** Returns the last match, because the legend has the first. */
        Element last(String element, String fill) {
            List<Element> found = all(element).stream()
                    .filter(each -> each.getAttribute("fill").equals(fill))
                    .toList();
            assertFalse(found.isEmpty(), () -> "no " + element + " in " + fill);
            return found.get(found.size() - 1);
        }

        static double number(Element element, String attribute) {
            String value = element.getAttribute(attribute);
            return value.isEmpty() ? 0 : Double.parseDouble(value);
        }
    }

    @Test
    void svgHasEachMarkWithItsColourAndPosition() throws Exception {
        Drawn drawn = Drawn.of(PLOT, WIDTH);
        Element circle = drawn.last("circle", "var(--series-0)");
        assertEquals(drawn.left + 0.2 * (drawn.right - drawn.left), Drawn.number(circle, "cx"), 0.11);
        assertEquals(drawn.bottom - 0.3 * (drawn.bottom - drawn.top), Drawn.number(circle, "cy"), 0.11);
        assertEquals("<b> & \"q\" \uFFFD", circle.getTextContent());
        for (int series = 1; series <= 3; series++) {
            drawn.last("polygon", "var(--series-" + series + ")");
        }
        assertEquals(2, drawn.all("path").size(), "the stroke and its legend entry");
        assertEquals(1, drawn.all("polyline").size());
        assertEquals(1, drawn.all("rect").size(), "the thick span");
        double height = Double.parseDouble(drawn.svg.getAttribute("viewBox").split(" ")[3]);
        assertEquals(drawn.bottom + 44, height, 0.11);
        assertTrue(drawn.svg.getAttribute("viewBox").startsWith("0 0 400 "));
    }

    @Test
    void fileHasItsOwnColoursOnWhite(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("plot.svg");
        Chart.write(PLOT, WIDTH, file);
        String text = Files.readString(file);
        Drawn drawn = Drawn.of(text);
        assertEquals("#ffffff", drawn.all("rect").get(0).getAttribute("fill"));
        drawn.last("circle", Ink.SERIES_0.light());
        assertFalse(text.contains("var("));
        assertEquals("400", drawn.svg.getAttribute("width"));
    }

    @Test
    void legendIsOmittedForOneSeries() {
        Series only = Series.of("only", 0, false, List.of(new Point(0, 0, "", "")));
        Series second = Series.of("second", 1, false, List.of(new Point(1, 1, "", "")));
        assertFalse(Chart.svg(new Plot("", UNIT, UNIT, List.of(), List.of(only)), WIDTH)
                .contains("only"));
        String both = Chart.svg(new Plot("", UNIT, UNIT, List.of(), List.of(only, second)), WIDTH);
        assertTrue(both.contains("only") && both.contains("second"), both);
    }

    @Test
    void longNamesAreInsideNarrowPlots() throws Exception {
        Axis names = Axis.naming("", List.of("a name as long as the plot is wide, about"));
        Plot plot = new Plot("", UNIT, names, List.of(), List.of());
        assertTrue(Drawn.of(plot, 350).left < 20);
        assertTrue(Drawn.of(plot, 800).left > 100);
    }

    @Test
    void pointsMustBeFinite() {
        assertThrows(IllegalArgumentException.class, () -> new Point(Double.NaN, 0, "", ""));
    }

    private record Label(String text, double left, double right, double baseline) {}

    private static List<Label> labels(List<Point> points, Drawn drawn) {
        List<Label> labels = new ArrayList<>();
        for (Element each : drawn.all("text")) {
            String text = each.getTextContent();
            if (!text.isEmpty()
                    && points.stream().anyMatch(point -> point.label().equals(text))) {
                double x = Drawn.number(each, "x");
                double wide = Chart.width(text);
                double left =
                        switch (each.getAttribute("text-anchor")) {
                            case "start" -> x;
                            case "middle" -> x - wide / 2;
                            default -> x - wide;
                        };
                labels.add(new Label(text, left, left + wide, Drawn.number(each, "y")));
            }
        }
        return labels;
    }

    @Property(tries = 100)
    void labelsDoNotOverlap(@ForAll @IntRange(min = 1, max = 60) int count, @ForAll long seed) throws Exception {
        Random random = new Random(seed);
        List<Point> points = IntStream.range(0, count)
                .mapToObj(i -> new Point(random.nextDouble(), random.nextDouble(), "label " + i, ""))
                .toList();
        Drawn drawn = Drawn.of(new Plot("", UNIT, UNIT, List.of(), List.of(Series.of("", 0, false, points))), 350);
        List<Label> labels = labels(points, drawn);
        assertFalse(labels.isEmpty());
        for (int i = 0; i < labels.size(); i++) {
            Label one = labels.get(i);
            // Coordinates are rounded to a tenth.
            assertTrue(one.left >= drawn.left - 0.1 && one.right <= 350.1, one::toString);
            for (Label other : labels.subList(i + 1, labels.size())) {
                assertTrue(
                        Math.abs(one.baseline - other.baseline) >= 11.8
                                || one.right <= other.left + 0.2
                                || other.right <= one.left + 0.2,
                        () -> one + " overlaps " + other);
            }
        }
    }

    @Test
    void labelsArePlacedWhereThereIsRoom() throws Exception {
        List<Point> apart =
                List.of(new Point(0.2, 0.2, "a", ""), new Point(0.8, 0.8, "b", ""), new Point(0.5, 0.5, "", ""));
        Drawn drawn = Drawn.of(new Plot("", UNIT, UNIT, List.of(), List.of(Series.of("", 0, false, apart))), 350);
        assertEquals(
                List.of("a", "b"),
                labels(apart, drawn).stream().map(Label::text).toList());
    }

    private static double[] ticks(Axis axis) {
        return axis.ticks().stream().mapToDouble(Tick::at).toArray();
    }

    private static List<String> names(Axis axis) {
        return axis.ticks().stream().map(Tick::text).toList();
    }

    @Test
    void ticksAreRound() {
        assertArrayEquals(new double[] {0.4, 0.6, 0.8, 1}, ticks(Axis.linear("", 0.4027, 0.9976)));
        assertArrayEquals(new double[] {-20, 0, 20, 40, 60}, ticks(Axis.linear("", -12, 55)));
        assertArrayEquals(new double[] {0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5}, ticks(Axis.of("", 0.006, 0.2062)));
        assertEquals(List.of("\u22120.2", "\u22120.1", "0", "0.1", "0.2", "0.3"), names(Axis.linear("", -0.2, 0.3)));
        assertEquals(List.of("0", "5000", "10,000", "15,000", "20,000", "25,000"), names(Axis.linear("", 0, 25_000)));
    }

    @Test
    void crowdedAxisLabelsOnlyPowersOfTen() {
        assertEquals(List.of("1", "10", "100", "1000"), names(Axis.of("", 1, 1000)));
    }

    @Property
    void axisContainsItsValues(
            @ForAll @DoubleRange(min = -1e6, max = 1e6) double a,
            @ForAll @DoubleRange(min = -1e6, max = 1e6) double b) {
        Axis axis = Axis.of("", a, b);
        assertTrue(axis.share(a) > -1e-6 && axis.share(a) < 1 + 1e-6, () -> axis + " " + a);
        assertTrue(axis.share(b) > -1e-6 && axis.share(b) < 1 + 1e-6, () -> axis + " " + b);
        assertEquals(0, axis.share(axis.from()), 1e-9);
        assertEquals(1, axis.share(axis.to()), 1e-9);
        assertTrue(axis.ticks().size() >= 2 && axis.ticks().size() <= 9, axis::toString);
    }

    @Test
    void axisIsLogarithmicOnlyIfAllValuesAreAboveZero() {
        assertTrue(Axis.of("", 0.01, 5).logarithmic());
        assertTrue(!Axis.of("", 0, 5).logarithmic()
                && !Axis.of("", -1, 5).logarithmic()
                && !Axis.of("", 4, 5).logarithmic());
        assertThrows(IllegalArgumentException.class, () -> new Axis("", true, 0, 1, List.of(), false));
        assertThrows(IllegalArgumentException.class, () -> new Axis("", false, 1, 1, List.of(), false));
    }

    @Test
    void textsOfCsvAreNoFormulasAndNumbersStay() throws IOException {
        List<List<String>> rows =
                List.of(List.of("=1+1", "-0.5"), List.of("@x", "-"), List.of("'=1", "-1e-9"), List.of("-1+A1", "12"));
        FigureTable.write(
                directory, List.of(new FigureTable("t", "Title", List.of("file", "figure"), rows, List.of())));
        assertEquals(
                List.of("file,figure", "'=1+1,-0.5", "'@x,-", "''=1,-1e-9", "'-1+A1,12"),
                Files.readAllLines(directory.resolve("t.csv")));
    }
}
