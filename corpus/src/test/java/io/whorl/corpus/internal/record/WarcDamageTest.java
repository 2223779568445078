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

/** Reads archives with wrong lengths and other damage. */
class WarcDamageTest {
    private static final WarcFormat FORMAT = new WarcFormat();

    private static byte[] text(String uri, String length) {
        return WarcRecords.concat(
                WarcRecords.header("resource", uri, "text/plain", length),
                WarcRecords.bytes("text of " + uri + "\r\n\r\n"));
    }

    private static byte[] text(String uri) {
        return text(uri, ("text of " + uri).length() + "");
    }

    private static ReadParts read(byte[]... records) {
        return ReadParts.of(FORMAT, FormatOptions.DEFAULT, new ByteArrayInputStream(WarcRecords.concat(records)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "3", "11", "13", "100", "200", "300", "5000", "99999999999"})
    void aWrongLengthLosesNoRecord(String length) {
        ReadParts all = read(text("http://a"), text("http://b", length), text("http://c"), text("http://d"));
        assertEquals(List.of("http://a", "http://b", "http://c", "http://d"), all.ids());
        assertEquals(Map.of(Reason.DAMAGED, 1L), all.reasons());
        assertFalse(all.damage().isPresent());
        all.parts().forEach(part -> assertEquals("text of " + part.id(), part.text()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "x", "", "99999999999999999999"})
    void anInvalidLengthLosesOnlyItsRecord(String length) {
        ReadParts all = read(text("http://a"), text("http://b", length), text("http://c"));
        assertEquals(List.of("http://a", "http://c"), all.ids());
        assertEquals(Map.of(Reason.DAMAGED, 1L), all.reasons());
        assertFalse(all.damage().isPresent());
    }

    @Test
    void aMalformedHeaderLosesOnlyItsRecord() {
        for (String bad :
                List.of("WARC/1.0\r\nno field\r\n\r\ntext\r\n\r\n", "garbage\r\n", "WARC/x\r\n", "\0\0\0\n")) {
            ReadParts all = read(text("http://a"), WarcRecords.bytes(bad), text("http://c"));
            assertEquals(List.of("http://a", "http://c"), all.ids(), bad);
            assertEquals(Map.of(Reason.DAMAGED, 1L), all.reasons(), bad);
        }
    }

    @Test
    void moreOrFewerLineEndsBetweenRecordsDoNoHarm() {
        byte[] a = text("http://a");
        ReadParts all = read(
                Arrays.copyOf(a, a.length - 2),
                text("http://b"),
                WarcRecords.bytes("\r\n\n\r\n"),
                text("http://c"),
                WarcRecords.bytes("\n\n\n\n\n"));
        assertEquals(List.of("http://a", "http://b", "http://c"), all.ids());
        assertEquals(List.of(), all.skipped());
    }

    @Property(tries = 400)
    void truncatedArchivesYieldTheCompleteRecords(@ForAll @IntRange(min = 0, max = 999) int thousandths) {
        byte[] first = text("http://a");
        byte[] all = WarcRecords.concat(first, text("http://b"), text("http://c"));
        int cut = all.length * thousandths / 1000;
        ReadParts some = ReadParts.of(FORMAT, FormatOptions.DEFAULT, new ByteArrayInputStream(all, 0, cut));
        int whole = (cut + 4) / first.length;
        assertEquals(whole, some.parts().size());
        some.parts().forEach(part -> assertEquals("text of " + part.id(), part.text()));
        boolean between = cut % first.length == 0 || cut % first.length >= first.length - 4;
        assertEquals(!between, some.damage().isPresent());
        ReadParts broken = ReadParts.of(FORMAT, FormatOptions.DEFAULT, new FailingStream(all, cut));
        assertEquals(some.ids(), broken.ids());
        assertEquals("cut", broken.damage().orElseThrow().getMessage());
    }

    @Property(tries = 500)
    void changedBytesAreReadOrReported(@ForAll @IntRange(min = 0, max = 450) int at, @ForAll byte instead) {
        byte[] archive = WarcRecords.concat(text("http://a"), text("http://b"), text("http://c"), text("http://d"));
        archive[Math.min(at, archive.length - 1)] = instead;
        ReadParts all = read(archive);
        assertTrue(all.parts().size() >= 2
                || all.damage().isPresent()
                || !all.skipped().isEmpty());
        assertTrue(all.parts().size() <= 4);
    }

    @Test
    void endlessRecordsNeedBoundedMemory() {
        String header = new String(WarcRecords.header("resource", "http://a", "text/plain", "5"));
        for (String begin : List.of("WARC/1.0\r\nA: ", "WARC/1.0\r\n", header.substring(0, 40), "")) {
            EndlessStream endless =
                    new EndlessStream(begin, begin.isEmpty() ? "WARC/1.0\n\n" : "x", 1L << (begin.isEmpty() ? 20 : 24));
            ReadParts all = ReadParts.of(FORMAT, ReadParts.maxDocument(1000), endless);
            assertEquals(List.of(), all.parts());
            assertTrue(all.damage().isPresent() || !all.skipped().isEmpty());
        }
        // An endless block, once because of its length, and once because lengths are no longer trusted.
        String large = header.replace("Length: 5", "Length: " + (1L << 40));
        ReadParts swallowed =
                ReadParts.of(FORMAT, ReadParts.maxDocument(1000), new EndlessStream(large, "x", 1L << 23));
        assertTrue(swallowed.damage().isPresent());
        ReadParts unbelieved =
                ReadParts.of(FORMAT, ReadParts.maxDocument(1000), new EndlessStream(header, "x", 1L << 23));
        assertEquals(Map.of(Reason.DAMAGED, 1L, Reason.TOO_LARGE, 1L), unbelieved.reasons());
    }
}
