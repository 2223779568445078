package io.whorl.cli.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.format.Skipped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SkippedDocumentsTest {
    private final List<String> told = new ArrayList<>();
    private final SkippedDocuments skipped = new SkippedDocuments(told::add);

    @Test
    void tellsAHundredOfAReasonAndCountsAll() {
        for (int i = 0; i < 250; i++) {
            skipped.accept(new Skipped("web.warc@" + i, Skipped.Reason.NOT_TEXT, "a picture"));
        }
        skipped.accept(new Skipped("web.warc@999", Skipped.Reason.INVALID, "no id"));
        assertEquals(102, told.size());
        assertEquals("skipped web.warc@99: a picture", told.get(99));
        assertEquals("these were 100 for the reason NOT_TEXT; further ones are counted, not told", told.get(100));
        assertEquals("skipped web.warc@999: no id", told.get(101));
        assertEquals(Map.of(Skipped.Reason.NOT_TEXT, 250L, Skipped.Reason.INVALID, 1L), skipped.counts());
        assertEquals(251, skipped.count());
        assertEquals(6, skipped.first().size());
    }

    @Test
    void whatIsLeftOutByRuleIsNotTold() {
        skipped.accept(new Skipped("wiki.xml", Skipped.Reason.POINTER, "a redirect"));
        assertEquals(List.of(), told);
        assertEquals(0, skipped.count());
        assertEquals(1, skipped.leftOutByRule());
    }
}
