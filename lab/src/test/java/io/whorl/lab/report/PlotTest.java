package io.whorl.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.whorl.lab.report.Columns.FigureTable;
import io.whorl.lab.report.Plot.Axis;
import io.whorl.lab.report.Plot.Kind;
import io.whorl.lab.report.Plot.Point;
import io.whorl.lab.report.Plot.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plots as specifications, and tables as files. Whether a browser draws the plots is tested with the page. */
class PlotTest {
    private static final Axis UNIT = Axis.linear("unit", 0, 1);
    private static final String NAME = "<b> & \"q\" \u0001 \ufffe \\u0001";

    @TempDir
    private Path directory;

    private static JsonNode vega(List<String> rows, List<Span> spans, List<Point> points) throws IOException {
        String text = new Plot("title", UNIT, Axis.of("y", 0.1, 10), rows, spans, points).vega();
        assertTrue(text.chars().allMatch(c -> c >= ' ' && c <= '~' && "<>&".indexOf(c) < 0), text);
        return new JsonMapper().readTree(text);
    }

    private static Point point(String series) {
        return new Point(series, Kind.PLAIN, 0.5, 1, "", "");
    }

    @Test
    void specificationHasTheDataTheAxesAndTheSeries() throws IOException {
        JsonNode spec = vega(
                List.of(),
                List.of(new Span("b", 1, 0.25, 0.75, true)),
                List.of(new Point(NAME, Kind.JOINED, 0.5, 1, "label", NAME), point("b")));
        String shown = NAME.replaceFirst("\u0001", "\uFFFD");
        assertEquals("title", spec.at("/description").asText());
        assertEquals("y", spec.at("/title/text").asText());
        assertEquals("unit", spec.at("/axes/0/title").asText());
        assertEquals("linear", spec.at("/scales/0/type").asText());
        assertEquals("log", spec.at("/scales/1/type").asText());
        assertEquals("[0.1,10.0]", spec.at("/scales/1/domain").toString());
        JsonNode first = spec.at("/data/0/values/0");
        assertEquals(shown, first.at("/series").asText());
        assertEquals(shown, first.at("/title").asText());
        assertEquals(
                "JOINED label 0.5 1.0",
                first.at("/kind").asText() + " " + first.at("/label").asText() + " " + first.at("/x") + " "
                        + first.at("/y"));
        assertEquals(0.75, spec.at("/data/1/values/0/to").asDouble());
        assertEquals(shown, spec.at("/scales/2/domain/0").asText());
        assertEquals("b", spec.at("/scales/3/domain/1").asText());
        assertEquals(2, spec.at("/axes").size());
        assertFalse(spec.at("/legends/0").isMissingNode());
        assertTrue(vega(List.of(), List.of(), List.of(point("only")))
                .at("/legends")
                .isMissingNode());
    }

    @Test
    void namesOfRowsTakeThePlaceOfTheVerticalAxis() throws IOException {
        JsonNode spec = vega(List.of("one", "two"), List.of(), List.of(point("a")));
        assertEquals("[\"one\",\"two\"]", spec.at("/data/2/values").toString());
        assertEquals(1, spec.at("/axes").size());
        assertTrue(spec.at("/scales/1/reverse").asBoolean());
        assertTrue(vega(List.of("one"), List.of(), List.of(point("a")))
                        .at("/height")
                        .asInt()
                < spec.at("/height").asInt());
    }

    @Test
    void seriesOfOneColourDifferInShape() throws IOException {
        List<Point> points =
                IntStream.range(0, 32).mapToObj(i -> point("s" + i)).toList();
        JsonNode shapes = vega(List.of(), List.of(), points).at("/scales/3/range");
        assertEquals(
                32,
                IntStream.range(0, 32)
                        .mapToObj(i -> i % Plot.SERIES + " " + shapes.get(i))
                        .distinct()
                        .count());
    }

    @Test
    void pointsMustBeFinite() {
        assertThrows(IllegalArgumentException.class, () -> new Point("", Kind.DOT, Double.NaN, 0, "", ""));
    }

    @Property
    void axisContainsItsValues(
            @ForAll @DoubleRange(min = -1e6, max = 1e6) double a,
            @ForAll @DoubleRange(min = -1e6, max = 1e6) double b) {
        Axis axis = Axis.of("", a, b);
        assertTrue(axis.from() == Math.min(a, b) && axis.to() >= Math.max(a, b) && axis.to() > axis.from());
    }

    @Test
    void axisIsLogarithmicOnlyIfAllValuesAreAboveZero() {
        assertTrue(Axis.of("", 0.01, 5).logarithmic());
        assertTrue(!Axis.of("", 0, 5).logarithmic()
                && !Axis.of("", -1, 5).logarithmic()
                && !Axis.of("", 4, 5).logarithmic());
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
