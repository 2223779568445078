package io.whorl.lab.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class DrawingTest {
    private static final String NAME = "<b> & \"q\" \u0000";
    private static final int WIDTH = 400;

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

    @Test
    void svgHasEachMarkWithItsColourAndPosition() throws Exception {
        Document svg = parse(Drawing.svg(PLOT, WIDTH));
        Layout layout = new Layout(PLOT, WIDTH);
        Element circle = last(svg, "circle", "var(--series-0)");
        assertEquals(layout.x(2), Double.parseDouble(circle.getAttribute("cx")), 0.051);
        assertEquals(layout.y(3), Double.parseDouble(circle.getAttribute("cy")), 0.051);
        assertEquals("<b> & \"q\" \uFFFD", circle.getTextContent());
        for (int series = 1; series <= 3; series++) {
            last(svg, "polygon", "var(--series-" + series + ")");
        }
        assertEquals(2, svg.getElementsByTagName("path").getLength(), "the stroke and its legend entry");
        assertEquals(1, svg.getElementsByTagName("polyline").getLength());
        assertEquals(
                "0 0 400 "
                        + Double.toString(Math.rint(layout.height() * 10) / 10).replaceFirst("\\.0$", ""),
                svg.getDocumentElement().getAttribute("viewBox"));
    }

    @Test
    void fileHasItsOwnColoursOnWhite(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("plot.svg");
        Drawing.write(PLOT, WIDTH, file);
        Document svg = parse(Files.readString(file));
        Element ground = (Element) svg.getElementsByTagName("rect").item(0);
        assertEquals("#ffffff", ground.getAttribute("fill"));
        last(svg, "circle", Ink.SERIES_0.light());
        assertTrue(!Files.readString(file).contains("var("));
    }

    @Test
    void legendIsOmittedForOneSeries() {
        Series only = Series.scattered("only", 0, List.of(new Point(0, 0, "", "")));
        Series second = Series.scattered("second", 1, List.of(new Point(1, 1, "", "")));
        Axis axis = Axis.linear("", 0, 1);
        assertTrue(!Drawing.svg(new Plot("", axis, axis, List.of(only)), WIDTH).contains("only"));
        String both = Drawing.svg(new Plot("", axis, axis, List.of(only, second)), WIDTH);
        assertTrue(both.contains("only") && both.contains("second"), both);
    }

    @Test
    void longNamesAreInsideNarrowPlots() {
        Axis names = Axis.naming("", List.of("a name as long as the plot is wide, about"));
        Plot plot = new Plot("", Axis.linear("", 0, 1), names, List.of());
        assertTrue(new Layout(plot, 350).namesInside());
        assertTrue(!new Layout(plot, 800).namesInside());
        assertTrue(new Layout(plot, 350).left() < 20);
    }

    @Test
    void pointsMustBeFinite() {
        assertThrows(IllegalArgumentException.class, () -> new Point(Double.NaN, 0, "", ""));
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the last match, because the legend has the first. */
    private static Element last(Document svg, String element, String fill) {
        Element found = null;
        for (int i = 0; i < svg.getElementsByTagName(element).getLength(); i++) {
            Element each = (Element) svg.getElementsByTagName(element).item(i);
            found = each.getAttribute("fill").equals(fill) ? each : found;
        }
        assertTrue(found != null, () -> "no " + element + " in " + fill);
        return found;
    }
}
