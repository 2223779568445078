package io.whorl.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.PassageOutcome;
import io.whorl.lab.model.PassageOutcome.Seen;
import io.whorl.lab.quality.SourceOutcome;
import io.whorl.lab.quality.SourceOutcome.Score;
import io.whorl.lab.quality.SourceOutcome.SourceSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Tests pages of tables: the position and format of each figure, and the escaping of hostile names. */
class PageTest {
    private static final String SHOWN = SampleResults.HOSTILE.replace('\u0001', '\uFFFD');

    @TempDir
    private Path folder;

    private static Configuration configuration(String name) {
        return Configuration.rival("section " + SampleResults.HOSTILE, name, Map.of(), "score");
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
                List.of(
                        "configuration",
                        "cut" + SHOWN + " %",
                        "non %",
                        "categories correct",
                        "cross-validated",
                        "plagiarised correct",
                        "at %",
                        "area",
                        "found at 1 %",
                        "found at 5 %",
                        "found at 10 %",
                        SHOWN),
                texts(page, "th"));
        // 80 is above both others, 5 above one of them; at 5 % as at 20 % one of four is classified wrongly.
        assertEquals(
                List.of(
                        "42.5",
                        "5.0",
                        "0.750",
                        Page.fixed(row.correctCrossValidated(), 3),
                        "0.750",
                        "5.00",
                        "0.750",
                        "0.500",
                        "0.500",
                        "0.500"),
                texts(page, "td"));
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
                List.of(
                        "configuration",
                        "first 10",
                        "02-no",
                        "none, 01-none, 1",
                        "none, 01-none, 2",
                        "none, 01-none, 4",
                        "some",
                        "other"),
                texts(page, "th"));
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

    private static List<String> texts(Document page, String element) {
        List<String> texts = new ArrayList<>();
        NodeList found = page.getElementsByTagName(element);
        for (int i = 0; i < found.getLength(); i++) {
            texts.add(found.item(i).getTextContent());
        }
        return texts;
    }
}
