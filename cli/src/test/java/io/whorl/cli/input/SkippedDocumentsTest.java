package io.whorl.cli.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.format.Skipped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SkippedDocumentsTest {
    private final List<String> reports = new ArrayList<>();
    private final SkippedDocuments skipped = new SkippedDocuments(reports::add);

    @Test
    void aHundredDocumentsOfEachReasonAreReportedAndAllAreCounted() {
        for (int i = 0; i < 250; i++) {
            skipped.accept(new Skipped("web.warc@" + i, Skipped.Reason.NOT_TEXT, "a picture"));
        }
        skipped.accept(new Skipped("web.warc@999", Skipped.Reason.INVALID, "no id"));
        assertEquals(102, reports.size());
        assertEquals("skipped web.warc@99: a picture", reports.get(99));
        assertEquals(
                "reported 100 documents for the reason not-text; more are counted, but not reported", reports.get(100));
        assertEquals("skipped web.warc@999: no id", reports.get(101));
        assertEquals(Map.of(Skipped.Reason.NOT_TEXT, 250L, Skipped.Reason.INVALID, 1L), skipped.counts());
        assertEquals(251, skipped.count());
        assertEquals(6, skipped.first().size());
    }

    @Test
    void excludedDocumentsAreNotReported() {
        skipped.accept(new Skipped("wiki.xml", Skipped.Reason.POINTER, "a redirect"));
        assertEquals(List.of(), reports);
        assertEquals(0, skipped.count());
        assertEquals(1, skipped.excluded());
    }
}
