package io.whorl.lab;

import static io.whorl.lab.Samples.assertSays;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.Columns.Moments;
import io.whorl.lab.Configuration.Alteration;
import io.whorl.lab.Configuration.Rival;
import io.whorl.lab.Configuration.Rival.RivalScheme;
import io.whorl.lab.Outcome.Answer;
import io.whorl.lab.Outcome.Answer.Affinity;
import io.whorl.lab.Outcome.Answer.Effectiveness;
import io.whorl.lab.Outcome.IndexSize;
import io.whorl.lab.Outcome.Timings;
import io.whorl.lab.PassageLaboratory.PassageOutcome;
import io.whorl.lab.PassageLaboratory.PassageOutcome.Seen;
import io.whorl.lab.Plot.Axis;
import io.whorl.lab.Plot.Kind;
import io.whorl.lab.Plot.Point;
import io.whorl.lab.Plot.Span;
import io.whorl.lab.ResultsFolder.Json;
import io.whorl.lab.ResultsFolder.Results;
import io.whorl.lab.ResultsFolder.Results.Run;
import io.whorl.lab.SourceLaboratory.SourceOutcome;
import io.whorl.lab.SourceLaboratory.SourceOutcome.Score;
import io.whorl.lab.SourceLaboratory.SourceOutcome.SourceSummary;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.testing.Ended;
import io.whorl.testing.Repeated;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Reads the pages as XML: the position and format of each figure, and the escaping of hostile names. */
class ReportPageTest {
    @TempDir
    private Path folder;

    /** The page parses as XML and has the names as text, so they were not read as markup. */
    @Test
    void namesAreEscaped() throws Exception {
        Document page = parsed();
        String visible = SampleResults.HOSTILE.replace('\u0001', '\uFFFD');
        int plots = texts(page, "figcaption").size();
        assertEquals(plots + 1, page.getElementsByTagName("script").getLength());
        assertTrue(texts(page, "h2").contains("rival " + visible), () -> texts(page, "h2")
                .toString());
        assertTrue(texts(page, "th").contains(visible));
        assertTrue(texts(page, "th").contains("q1" + visible));
        double separation = SampleResults.make()
                .outcomes()
                .get(0)
                .answers()
                .get(0)
                .effectiveness()
                .separation();
        assertTrue(
                texts(page, "script").stream()
                        .limit(plots)
                        .anyMatch(plot -> plot.contains(
                                "\\uFFFD: " + Page.fixed(separation, 2).replace("\u2212", "\\u2212"))),
                () -> texts(page, "script").get(0));
    }

    @Test
    void pageHasTablesAndFiguresForEachSection() throws Exception {
        Document page = parsed();
        List<String> headings = texts(page, "h2");
        assertEquals(List.of("At a glance", "strategies", "granularity"), headings.subList(0, 3));
        assertEquals(List.of("Columns", "References"), headings.subList(4, 6));
        List<String> figures = texts(page, "h3");
        String size = "Sep/HFM by size of the index";
        // The rival is the only one in its section and has no ratio, so there is nothing to plot.
        assertEquals(2, figures.stream().filter(size::equals).count(), figures::toString);
        assertEquals(
                1, figures.stream().filter("Sep/HFM by granularity"::equals).count(), figures::toString);
        assertEquals(3, figures.stream().filter("Separation by query"::equals).count(), figures::toString);
        assertEquals(figures.size(), page.getElementsByTagName("figcaption").getLength());
        assertTrue(texts(page, "td").contains("n/a"), "a ratio without a false match");
        assertTrue(texts(page, "p").contains("All with granularity = 4."), () -> texts(page, "p")
                .toString());
    }

    @Test
    void cellsHaveSortValuesEqualToTheirText() throws Exception {
        Results results = SampleResults.make();
        NodeList rows = ((Element) parsed().getElementsByTagName("section").item(1)).getElementsByTagName("tr");
        for (int i = 0; i < 6; i++) {
            Element precision = (Element)
                    ((Element) rows.item(1 + i)).getElementsByTagName("td").item(0);
            double mean = results.outcomes().get(i).means().precision();
            assertEquals(mean, Double.parseDouble(precision.getAttribute("data-value")));
            assertEquals(mean, Double.parseDouble(precision.getTextContent()), 0.0005);
        }
    }

    /** The page has nothing that a browser would load. XML namespaces are not loaded. */
    @Test
    void pageNeedsNoOtherFile() throws IOException {
        Path file = write("page.html");
        // Namespaces and the name of the schema are not loaded; the library has more of them.
        String page = Files.readString(file)
                .replace(Folders.resource(Page.class, Page.VEGA).replace("]]>", "]] >"), "")
                .replaceAll(" xmlns=\"[^\"]*\"|\"\\$schema\":\"[^\"]*\"", "");
        assertFalse(
                page.contains("http:")
                        || page.contains("https:")
                        || page.contains("src=")
                        || page.contains("@import")
                        || page.contains("url("),
                page);
        assertFalse(page.replaceAll("href=\"#", "").contains("href="));
        assertEquals(-1, Files.mismatch(file, write("again.html")));
    }

    @Test
    void plotsAreWrittenAsFiles() throws Exception {
        Path plots = folder.resolve("new/plots");
        int count = Report.plots(SampleResults.make(), plots);
        assertEquals(texts(parsed(), "h3").size(), count);
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.list(plots)) {
            for (Path file : files.toList()) {
                names.add(file.getFileName().toString());
                assertTrue(Files.readString(file).startsWith("{\"$schema\":\"https://vega.github.io/schema/vega/"));
            }
        }
        assertEquals(count, names.size());
        assertTrue(names.contains("1-strategies-ratio-by-size.vg.json"), names::toString);
        assertTrue(names.contains("3-rival-td-script-alert-1-script-x-separation-by-query.vg.json"), names::toString);
    }

    @Test
    void reportErrorsAreReported() throws IOException {
        Results none = new Results(SampleResults.make().run(), List.of());
        Path page = folder.resolve("page");
        assertSays(() -> Report.page(none, "none", page), "--resume");
        Results some = SampleResults.make();
        Path blocked = Files.writeString(folder.resolve("file"), "").resolve("page");
        assertSays(() -> Report.page(some, "some", blocked), "the report cannot be written to");
        assertSays(() -> Report.plots(some, blocked), "the plots cannot be written to");
    }

    private Path write(String name) throws IOException {
        Path file = folder.resolve(name);
        Report.page(SampleResults.make(), "sample " + SampleResults.HOSTILE, file);
        return file;
    }

    private Document parsed() throws Exception {
        return parsed(write("parsed.html"));
    }

    private static List<String> texts(Document page, String element) {
        NodeList found = page.getElementsByTagName(element);
        return Repeated.list(found.getLength(), i -> found.item(i).getTextContent());
    }

    private static final String SHOWN = SampleResults.HOSTILE.replace('\u0001', '\uFFFD');

    private static Configuration configuration(String name) {
        return SampleResults.rival("section " + SampleResults.HOSTILE, name, Map.of());
    }

    @Test
    void sourcesPageShowsItsColumns() throws Exception {
        List<Score> scores = List.of(
                new Score("a", "cut" + SampleResults.HOSTILE, "s", 80),
                new Score("b", "non", "s", 10),
                new Score("c", "cut" + SampleResults.HOSTILE, "s", 5),
                new Score("d", "non", "s", 0));
        SourceSummary row = SourceSummary.of(
                new SourceOutcome(configuration(SampleResults.HOSTILE), scores), List.of(5.0, 20.0), "non");
        Path file = folder.resolve("new/sources.html");
        Report.sources(List.of(row), "sample", file);
        Document page = parsed(file);
        assertEquals(List.of("section " + SHOWN, "Columns", "References"), texts(page, "h2"));
        assertEquals(
                "configuration|cut" + SHOWN + " %|non %|categories correct|cross-validated|plagiarised correct|at %"
                        + "|precision|recall|area|found at 1 %|found at 5 %|found at 10 %|" + SHOWN,
                String.join("|", texts(page, "th")));
        // 80 is above both others, 5 above one of them; at 5 % as at 20 % one of four is classified wrongly.
        String validated = Page.fixed(row.correctCrossValidated(), 3);
        assertEquals(
                "42.5|5.0|0.750|" + validated + "|0.750|5.00|0.667|1.000|0.750|0.500|0.500|0.500",
                String.join("|", texts(page, "td")));
    }

    @Test
    void passagesPageShowsItsColumns() throws Exception {
        PassageOutcome seen = new PassageOutcome(
                configuration("some"),
                List.of(
                        new Seen("02-no", 0, OptionalInt.of(25), 2, List.of(1, 1, 0, 0)),
                        new Seen("02-no", 25, OptionalInt.of(50), 2, List.of(2, 1, 0, 0))),
                List.of(new Seen("02-no", 10, OptionalInt.of(11), 4, List.of(3, 2, 1, 0))),
                List.of(new Seen("01-none", 0, OptionalInt.empty(), 8, List.of(4, 2, 1, 0))));
        PassageOutcome blind = new PassageOutcome(configuration("other"), seen.passages(), List.of(), List.of());
        Path file = folder.resolve("passages.html");
        Report.passages(List.of(seen, blind), "sample", file);
        Document page = parsed(file);
        assertEquals(
                "configuration|first 10|02-no|none, 01-none, 1|none, 01-none, 2|none, 01-none, 4|some|other",
                String.join("|", texts(page, "th")));
        assertEquals(
                List.of("0.750", "0.750", "0.500", "0.250", "0.125", "n/a", "0.750", "n/a", "n/a", "n/a"),
                texts(page, "td"));
        assertTrue(texts(page, "dd").contains("share of the passages of category 02-no that are detected"));
    }

    @Test
    void numbersHaveTheirDigitsAndZeroHasNoMinus() {
        assertEquals("0.00598", Page.significant(0.0059827870177, 3));
        assertEquals("77.6", Page.significant(77.62, 3));
        assertEquals("2,942", Page.significant(2942.414, 3));
        assertEquals("\u22121.23", Page.significant(-1.234, 3));
        assertEquals("0", Page.significant(0, 3));
        assertEquals("0.00", Page.fixed(-0.001, 2));
        assertEquals("\u22120.01", Page.fixed(-0.01, 2));
        assertEquals("\u22121,000", Page.whole(-1000));
        assertEquals("193.1 MB", Page.bytes(193_089_608));
        assertEquals("999,999 bytes", Page.bytes(999_999));
    }

    private static Document parsed(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    }

    // Programs read results.jsonl: these lines must not change without a new format number.

    private final List<String> lines =
            Folders.resource(ReportPageTest.class, "results.jsonl").lines().toList();
    private final String runLine = lines.get(0);
    private final String outcomeLine = lines.get(1);

    ReportPageTest() throws IOException {}

    @Test
    void runIsWrittenAndReadBack() throws IOException {
        Run run = new Run("c0ffee", 7, 700, "decade", 1, List.of(2.5), -3);
        assertEquals(runLine, Json.write(run));
        assertEquals(run, Json.run(runLine));
    }

    @Test
    void outcomeIsWrittenAndReadBack() throws IOException {
        Outcome outcome = new Outcome(
                new Configuration(
                        "s",
                        "n",
                        Map.of("system", "lucene-minhash"),
                        Optional.empty(),
                        Optional.of(RivalScheme.of(Rival.LUCENE_MINHASH, Map.of("components", 64), List.of("the"))),
                        "bm25",
                        Optional.of(new Selection("mod", Map.of("m", "25"))),
                        OptionalLong.of(9),
                        Optional.of(Alteration.parse("swap:0.5"))),
                new IndexSize(7, 700, 60, 5, 4, 6, 99),
                new Timings(1.5, 2.5, 3.5, 4.5, 1),
                List.of(2.5),
                List.of(new Answer(
                        "a",
                        "g",
                        2,
                        8,
                        new Effectiveness(0.1, 1, 30, 0.1),
                        new Affinity(new Moments(1, 2, 4), Moments.NONE, Moments.NONE),
                        List.of(1L),
                        List.of(2L))));
        assertEquals(outcomeLine, Json.write(outcome));
        assertEquals(outcome, Json.outcome(outcomeLine));
    }

    @Test
    void absentOptionalFieldsAreLeftOutAndReadAsAbsent() throws IOException {
        Configuration configuration = SampleResults.rival("s", "n", Map.of());
        String json = Json.write(configuration);
        assertEquals("{\"section\":\"s\",\"name\":\"n\",\"settings\":{},\"measure\":\"score\"}", json);
        assertEquals(
                configuration,
                Json.outcome(outcomeLine.replaceFirst(
                                "\\{\"section\".*?\"stop\":\\[\"the\"\\]\\}\\}",
                                java.util.regex.Matcher.quoteReplacement(json)))
                        .configuration());
        assertEquals(OptionalLong.empty(), configuration.maxDf());
    }

    @Test
    void damagedLinesAreRejected() {
        for (String field : List.of("\"format\":1,", "\"collection\":\"c0ffee\",", "\"seed\":-3", "}")) {
            assertThrows(IOException.class, () -> Json.run(runLine.replace(field, "")), field);
        }
        assertThrows(IOException.class, () -> Json.run(runLine + "}"));
        assertThrows(IOException.class, () -> Json.run(runLine.replace(":1,", ":2,")));
        assertThrows(IOException.class, () -> Json.outcome(outcomeLine.replace("\"fp\":[2]", "\"fp\":[]")));
    }

    // Plots as specifications, and tables as files.

    private static final Axis UNIT = Axis.linear("unit", 0, 1);
    private static final String NAME = "<b> & \"q\" \u0001 \ufffe \\u0001";

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
        List<Point> points = Repeated.list(32, i -> point("s" + i));
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
        FigureTable.write(folder, List.of(new FigureTable("t", "Title", List.of("file", "figure"), rows, List.of())));
        assertEquals(
                List.of("file,figure", "'=1+1,-0.5", "'@x,-", "''=1,-1e-9", "'-1+A1,12"),
                Files.readAllLines(folder.resolve("t.csv")));
    }

    /** The page in a browser, if one is installed. */
    @Nested
    class InBrowser {
        private static final List<String> BROWSERS = List.of(
                "chromium",
                "chromium-browser",
                "google-chrome",
                "google-chrome-stable",
                "chrome",
                "chrome-headless-shell");
        private static final int PHONE = 390;

        /** Static, because a browser starts faster with the profile of an earlier start. */
        @TempDir
        static Path shots;

        private static Path browser;
        private static Path page;
        /** What the scripts in the page report. */
        private static String probed = "";

        /** Runs once, but in a method before each test, because JUnit does not report tests skipped in BeforeAll. */
        @BeforeEach
        void write() throws IOException {
            Optional<Path> found = browser();
            assumeTrue(found.isPresent(), () -> "none of " + BROWSERS + " is on the PATH");
            if (page == null) {
                browser = found.get();
                page = shots.resolve("report.html");
                Report.page(SampleResults.make(), "sample", page);
            }
        }

        @Test
        void pageFollowsLightAndDarkMode() throws Exception {
            assertDrawn(screenshot(page, 1), "#ffffff", "#1c2024", "#2065c7", "#d95f02");
            assertDrawn(screenshot(page, 0), "#16191d", "#e8eaed", "#6ea8ff", "#ff9a4d");
        }

        /** Only tables may be wider than the screen, and they scroll. */
        @Test
        void pageFitsAPhone() throws Exception {
            String dom = probed();
            assertTrue(dom.contains("\"overflow\":\"0\""), dom);
        }

        /** The content security policy of the page must allow what Vega needs. */
        @Test
        void everyPlotIsDrawn() throws Exception {
            String dom = probed();
            int plots = Files.readString(page).split("<div class=\"plot\"", -1).length - 1;
            assertTrue(plots > 3 && dom.contains("\"drawn\":\"" + plots + "\""), dom);
        }

        /** A script clicks a header twice and reports the order of the rows. */
        @Test
        void headerSortsTheTable() throws Exception {
            double[] ascending = SampleResults.make().outcomes().stream()
                    .filter(o -> o.configuration().section().equals("strategies"))
                    .mapToDouble(o -> o.means().precision())
                    .sorted()
                    .toArray();
            String dom = probed();
            double[] descending = IntStream.range(0, ascending.length)
                    .mapToDouble(i -> ascending[ascending.length - 1 - i])
                    .toArray();
            assertTrue(dom.contains("\"first\":\"" + joined(descending) + "\""), dom);
            assertTrue(dom.contains("\"second\":\"" + joined(ascending) + "\""), dom);
        }

        /** Opens the page in a frame, because browser windows cannot be as narrow as a phone. */
        private static String probed() throws Exception {
            if (probed.isEmpty()) {
                // Plots are drawn after the page is loaded.
                String probe = "<script>setTimeout(() => { document.body.dataset.overflow ="
                        + " document.documentElement.scrollWidth - document.documentElement.clientWidth;"
                        + "document.body.dataset.drawn = Array.from(document.querySelectorAll('.plot svg'))"
                        + ".filter(svg => svg.querySelector('.mark-symbol.role-mark path')).length; }, 2000);"
                        + "const table = document.querySelectorAll('table')[1];"
                        + "const shown = () => Array.from(table.tBodies[0].rows)"
                        + ".map(row => row.cells[1].dataset.value).join();"
                        + "const press = () => { table.tHead.querySelectorAll('button')[1].click(); return shown(); };"
                        + "document.body.dataset.first = press(); document.body.dataset.second = press();</script>";
                Path copy = Files.writeString(
                        shots.resolve("probed.html"), Files.readString(page).replace("</body>", probe + "</body>"));
                Path frame = Files.writeString(
                        shots.resolve("frame.html"),
                        "<iframe id='f' width='" + PHONE + "' height='900' src='"
                                + copy.getFileName() + "'></iframe><script>f.onload = () => setTimeout(() => {"
                                + " document.title = JSON.stringify(f.contentDocument.body.dataset);"
                                + " }, 3000);</script>");
                probed = run(
                        "--allow-file-access-from-files",
                        "--dump-dom",
                        frame.toUri().toString());
            }
            return probed;
        }

        private static String joined(double[] values) {
            return String.join(
                    ",", Arrays.stream(values).mapToObj(Double::toString).toList());
        }

        private static void assertDrawn(BufferedImage image, String ground, String... colours) {
            assertEquals(Color.decode(ground), new Color(image.getRGB(2, 2)));
            for (String colour : colours) {
                int rgb = Color.decode(colour).getRGB();
                long pixels = Arrays.stream(
                                image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()))
                        .filter(pixel -> pixel == rgb)
                        .count();
                assertTrue(pixels > 50, colour + " on " + pixels + " pixels");
            }
        }

        private static BufferedImage screenshot(Path html, int colours) throws Exception {
            Path shot = shots.resolve("shot" + colours + ".png");
            String log = run(
                    "--screenshot=" + shot,
                    "--window-size=1280,2400",
                    "--blink-settings=preferredColorScheme=" + colours,
                    html.toUri().toString());
            assertTrue(Files.exists(shot), log);
            return ImageIO.read(shot.toFile());
        }

        private static String run(String... arguments) throws Exception {
            List<String> command = new ArrayList<>(List.of(
                    browser.toString(),
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--no-first-run",
                    "--disable-extensions",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--hide-scrollbars",
                    "--disable-dev-shm-usage",
                    "--virtual-time-budget=5000",
                    "--user-data-dir=" + shots.resolve("profile")));
            command.addAll(List.of(arguments));
            return Ended.of(new ProcessBuilder(command), 120).out();
        }

        private static Optional<Path> browser() {
            return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                    .flatMap(directory -> BROWSERS.stream().map(name -> Path.of(directory, name)))
                    .filter(Files::isExecutable)
                    .findFirst();
        }
    }

    /** Generated results; the figures have no meaning. */
    static final class SampleResults {
        /** A name that would be markup, break an attribute, or be invalid XML if it were not escaped. */
        static final String HOSTILE = "</td><script>alert(\"1\")</script> & 'x' ]]> \u0001";

        private static final String GRID = """
                [strategies]
                granularity = 4
                selection = full anchor mod:m=25
                measure = percent resemblance
                [granularity]
                granularity = 2 3 4
                selection = full winnowing:w=8
                """;

        private SampleResults() {}

        /** Another system, which only its settings describe. */
        static Configuration rival(String section, String name, Map<String, String> settings) {
            return rival(section, name, settings, Optional.empty(), "score");
        }

        static Configuration rival(
                String section,
                String name,
                Map<String, String> settings,
                Optional<RivalScheme> rival,
                String measure) {
            Optional<Scheme> none = Optional.empty();
            OptionalLong noLimit = OptionalLong.empty();
            return new Configuration(
                    section, name, settings, none, rival, measure, Optional.empty(), noLimit, Optional.empty());
        }

        /** Makes two sections of a grid, and one of a rival with hostile names and no wrong answers. */
        static Results make() throws IOException {
            Random random = new Random(3);
            List<Outcome> outcomes = new ArrayList<>();
            for (Configuration configuration :
                    Grid.parse("sample", GRID, Path.of("")).configurations()) {
                outcomes.add(outcome(configuration, random, 10));
            }
            Configuration rival = rival("rival " + HOSTILE, HOSTILE, Map.of("system", HOSTILE));
            outcomes.add(outcome(rival, random, 0));
            return new Results(new Run("c0ffee", 1_234, 56_700_000, "decade", 3, List.of(10.0, 50.0), 1), outcomes);
        }

        private static Outcome outcome(Configuration configuration, Random random, double highestFalseMatch) {
            List<Answer> answers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                double hfm = highestFalseMatch * random.nextDouble();
                answers.add(new Answer(
                        "q" + i + HOSTILE,
                        "g" + i,
                        2,
                        100,
                        new Effectiveness(0.5 + random.nextDouble() / 2, 1, hfm, 60 * random.nextDouble() - hfm - 10),
                        new Affinity(new Moments(1, 100, 10_000), new Moments(1, 60, 3_600), new Moments(9, 9, 9)),
                        List.of(1L, (long) random.nextInt(2)),
                        List.of((long) random.nextInt(4), 0L)));
            }
            long postings = 1 + random.nextInt(1_000_000);
            return new Outcome(
                    configuration,
                    new IndexSize(1_234, 56_700_000, 9_000_000, postings / 2, postings / 3, postings, 2 * postings),
                    new Timings(1, 10 + 100 * random.nextDouble(), 20 + 500 * random.nextDouble(), 900, 3),
                    List.of(10.0, 50.0),
                    answers);
        }
    }
}
