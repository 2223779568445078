package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.testing.Packed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads ARC records as crawlers wrote them: with spaces in addresses, wrong headers and wrong lengths. */
class ArcTest {
    private static final String VERSION_1 =
            "1 0 Alexa Internet\nURL IP-address Archive-date Content-type Archive-length\n";

    private static String file() {
        return "filedesc://a.arc 0.0.0.0 20040101000000 text/plain " + VERSION_1.length() + "\n" + VERSION_1 + "\n";
    }

    private static String block(String text) {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + text;
    }

    /** @param fields between the address and the length */
    private static String page(String address, String fields, String text) {
        return address + " " + fields + " " + Packed.utf8(block(text)).length + "\n" + block(text) + "\n";
    }

    private static String page(String address) {
        return page(address, "1.2.3.4 20040101000000 text/html", "text of " + address);
    }

    private static void assertAll(ReadAll all, String... ids) {
        assertEquals(List.of(ids), all.ids());
        all.documents()
                .forEach(
                        part -> assertEquals("text of " + part.id(), part.text().strip()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://b/with spaces in it",
                "http://b/ 1.2.3.4 20040101000000 text/html 7",
                "http://b/?q= ",
                "http://b/20040101000000 20040101000000",
                "http://b/ü ü"
            })
    void anAddressMayHaveSpaces(String address) {
        ReadAll all = ReadAll.dump(file() + page("http://a/") + page(address) + page("http://c/"));
        assertAll(all, "http://a/", address.strip(), "http://c/");
        assertEquals(Map.of(Reason.LEFT_OUT, 1L), all.counts());
        assertTrue(all.damage().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.2.3.4 20040101000000 text/html; charset=utf-8",
                "::1 20040101 text/html",
                "1.2.3.4 20040101000000 ",
                "1.2.3.4 20040101000000 text/html 200 ABCDEF 20040101000000 12345678 a file.arc",
                "1.2.3.4 20040101000000 text/html 200 - - 1234567890 a.arc"
            })
    void fieldsAreCountedFromTheEnd(String fields) {
        ReadAll all = ReadAll.dump(file() + page("http://b/", fields, "text of http://b/") + page("http://c/"));
        assertAll(all, "http://b/", "http://c/");
    }

    /** Every record after a malformed one is found, in the same gzip member and in later ones. */
    @Test
    void aMalformedHeaderLosesOnlyItsRecord() throws IOException {
        for (String bad : List.of(
                "http://b/ 1.2.3.4 text/html 12",
                "http://b/",
                "http://b/ 1.2.3.4 20040101000000 text/html x",
                "\0\1\2",
                "http://b/ 1.2.3.4 20040101000000 text/html -5")) {
            String broken = bad + "\n" + block("lost") + "\n";
            ReadAll all = ReadAll.dump(file() + page("http://a/") + broken + page("http://c/") + page("http://d/"));
            assertAll(all, "http://a/", "http://c/", "http://d/");
            assertEquals(Map.of(Reason.LEFT_OUT, 1L, Reason.DAMAGED, 1L), all.counts(), bad);
            byte[] members = Packed.concat(
                    Packed.gzip(file()), Packed.gzip(page("http://a/") + broken), Packed.gzip(page("http://d/")));
            ReadAll later = ReadAll.dump(FormatOptions.DEFAULT, new GZIPInputStream(new ByteArrayInputStream(members)));
            assertAll(later, "http://a/", "http://d/");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"120", "200", "9999"})
    void aTooLargeLengthLosesNoRecord(String length) {
        String wrong = page("http://b/").replaceFirst(" \\d+\n", " " + length + "\n");
        ReadAll all = ReadAll.dump(file() + page("http://a/") + wrong + page("http://c/") + page("http://d/"));
        assertAll(all, "http://a/", "http://b/", "http://c/", "http://d/");
        assertEquals(Map.of(Reason.LEFT_OUT, 1L, Reason.DAMAGED, 1L), all.counts());
    }

    @Test
    void aTruncatedRecordIsReported() {
        String whole = file() + page("http://a/") + page("http://b/");
        for (int cut = file().length() + 1; cut < whole.length(); cut++) {
            ReadAll some = ReadAll.dump(whole.substring(0, cut));
            int first = file().length() + page("http://a/").length();
            boolean between = cut == first || cut == first - 1 || cut >= whole.length() - 1;
            assertEquals(!between, some.damage().isPresent(), "cut at " + cut);
            assertEquals(
                    cut < first - 1 ? 0 : cut < whole.length() - 1 ? 1 : 2,
                    some.documents().size(),
                    "cut at " + cut);
        }
    }
}
