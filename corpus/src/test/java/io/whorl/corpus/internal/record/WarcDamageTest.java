package io.whorl.corpus.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped.Reason;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives that do not hold what they say. */
class WarcDamageTest {
    private static final WarcFormat FORMAT = new WarcFormat();

    private static byte[] text(String uri, String length) {
        return Warcs.concat(
                Warcs.header("resource", uri, "text/plain", length), Warcs.bytes("text of " + uri + "\r\n\r\n"));
    }

    private static byte[] text(String uri) {
        return text(uri, ("text of " + uri).length() + "");
    }

    private static Parts read(byte[]... records) {
        return Parts.of(FORMAT, FormatOptions.DEFAULT, new ByteArrayInputStream(Warcs.concat(records)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "3", "11", "13", "100", "200", "300", "5000", "99999999999"})
    void aWrongLengthCostsNoRecord(String length) {
        Parts all = read(text("http://a"), text("http://b", length), text("http://c"), text("http://d"));
        assertEquals(List.of("http://a", "http://b", "http://c", "http://d"), all.ids());
        assertEquals(Map.of(Reason.DAMAGED, 1L), all.reasons());
        assertFalse(all.damage().isPresent());
        all.parts().forEach(part -> assertEquals("text of " + part.id(), part.text()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "x", "", "99999999999999999999"})
    void aLengthThatIsNoneCostsItsRecord(String length) {
        Parts all = read(text("http://a"), text("http://b", length), text("http://c"));
        assertEquals(List.of("http://a", "http://c"), all.ids());
        assertEquals(Map.of(Reason.DAMAGED, 1L), all.reasons());
        assertFalse(all.damage().isPresent());
    }

    @Test
    void aMalformedHeaderCostsItsRecord() {
        for (String bad :
                List.of("WARC/1.0\r\nno field\r\n\r\ntext\r\n\r\n", "garbage\r\n", "WARC/x\r\n", "\0\0\0\n")) {
            Parts all = read(text("http://a"), Warcs.bytes(bad), text("http://c"));
            assertEquals(List.of("http://a", "http://c"), all.ids(), bad);
            assertEquals(Map.of(Reason.DAMAGED, 1L), all.reasons(), bad);
        }
    }

    @Test
    void moreOrFewerLineEndsBetweenRecordsDoNoHarm() {
        byte[] a = text("http://a");
        Parts all = read(
                Arrays.copyOf(a, a.length - 2),
                text("http://b"),
                Warcs.bytes("\r\n\n\r\n"),
                text("http://c"),
                Warcs.bytes("\n\n\n\n\n"));
        assertEquals(List.of("http://a", "http://b", "http://c"), all.ids());
        assertEquals(List.of(), all.skipped());
    }

    @Property(tries = 400)
    void ofACutArchiveTheWholeRecordsAreGiven(@ForAll @IntRange(min = 0, max = 999) int thousandths) {
        byte[] first = text("http://a");
        byte[] all = Warcs.concat(first, text("http://b"), text("http://c"));
        int cut = all.length * thousandths / 1000;
        Parts some = Parts.of(FORMAT, FormatOptions.DEFAULT, new ByteArrayInputStream(all, 0, cut));
        int whole = (cut + 4) / first.length;
        assertEquals(whole, some.parts().size());
        some.parts().forEach(part -> assertEquals("text of " + part.id(), part.text()));
        boolean between = cut % first.length == 0 || cut % first.length >= first.length - 4;
        assertEquals(!between, some.damage().isPresent());
        Parts broken = Parts.of(FORMAT, FormatOptions.DEFAULT, new BreakingOff(all, cut));
        assertEquals(some.ids(), broken.ids());
        assertEquals("cut", broken.damage().orElseThrow().getMessage());
    }

    @Property(tries = 500)
    void anythingIsReadToItsEndOrReported(@ForAll @IntRange(min = 0, max = 450) int at, @ForAll byte instead) {
        byte[] archive = Warcs.concat(text("http://a"), text("http://b"), text("http://c"), text("http://d"));
        archive[Math.min(at, archive.length - 1)] = instead;
        Parts all = read(archive);
        assertTrue(all.parts().size() >= 2
                || all.damage().isPresent()
                || !all.skipped().isEmpty());
        assertTrue(all.parts().size() <= 4);
    }

    @Test
    void whatNeverEndsTakesNoMemory() {
        String header = new String(Warcs.header("resource", "http://a", "text/plain", "5"));
        for (String begin : List.of("WARC/1.0\r\nA: ", "WARC/1.0\r\n", header.substring(0, 40), "")) {
            Endless endless =
                    new Endless(begin, begin.isEmpty() ? "WARC/1.0\n\n" : "x", 1L << (begin.isEmpty() ? 20 : 24));
            Parts all = Parts.of(FORMAT, Parts.maxDocument(1000), endless);
            assertEquals(List.of(), all.parts());
            assertTrue(all.damage().isPresent() || !all.skipped().isEmpty());
        }
        // A block without an end, once by its length and once because lengths are no longer believed.
        String large = header.replace("Length: 5", "Length: " + (1L << 40));
        Parts swallowed = Parts.of(FORMAT, Parts.maxDocument(1000), new Endless(large, "x", 1L << 23));
        assertTrue(swallowed.damage().isPresent());
        Parts unbelieved = Parts.of(FORMAT, Parts.maxDocument(1000), new Endless(header, "x", 1L << 23));
        assertEquals(Map.of(Reason.DAMAGED, 1L, Reason.TOO_LARGE, 1L), unbelieved.reasons());
    }
}
