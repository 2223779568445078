package io.whorl.lab.run;

import static io.whorl.lab.Samples.assertSays;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.files.Folders;
import io.whorl.lab.report.Page;
import io.whorl.lab.run.PassageLaboratory.PassageOutcome;
import io.whorl.lab.run.PassageLaboratory.PassageOutcome.Seen;
import io.whorl.lab.run.ResultsFolder.Results;
import io.whorl.lab.run.SourceLaboratory.SourceOutcome;
import io.whorl.lab.run.SourceLaboratory.SourceOutcome.Score;
import io.whorl.lab.run.SourceLaboratory.SourceOutcome.SourceSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
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
        List<String> texts = new ArrayList<>();
        NodeList found = page.getElementsByTagName(element);
        for (int i = 0; i < found.getLength(); i++) {
            texts.add(found.item(i).getTextContent());
        }
        return texts;
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
    void significantDigitsAreKept() {
        assertEquals("0.00598", Page.significant(0.0059827870177, 3));
        assertEquals("77.6", Page.significant(77.62, 3));
        assertEquals("2,942", Page.significant(2942.414, 3));
        assertEquals("\u22121.23", Page.significant(-1.234, 3));
        assertEquals("0", Page.significant(0, 3));
    }

    @Test
    void zeroHasNoMinus() {
        assertEquals("0.00", Page.fixed(-0.001, 2));
        assertEquals("\u22120.01", Page.fixed(-0.01, 2));
        assertEquals("\u22121,000", Page.whole(-1000));
    }

    @Test
    void bytesAreShownInMegabytes() {
        assertEquals("193.1 MB", Page.bytes(193_089_608));
        assertEquals("999,999 bytes", Page.bytes(999_999));
    }

    private static Document parsed(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
    }
}
