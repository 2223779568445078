package io.whorl.corpus.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.Skipped.Reason;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which records are documents. */
class WarcTest {
    private static final WarcFormat FORMAT = new WarcFormat();

    private static ReadParts read(String... records) {
        return ReadParts.of(FORMAT, String.join("", records));
    }

    private static String html(String uri) {
        return WarcRecords.response(uri, "200 OK", "Content-Type: text/html; charset=latin1\r\n", "<p>" + uri);
    }

    @Test
    void archivesAreRecognisedByTheirFirstLine() {
        assertTrue(FORMAT.recognises(ReadParts.head("WARC/1.0\r\n")));
        assertTrue(FORMAT.recognises(ReadParts.head("WARC/0.17\r\nWARC-Type: warcinfo\r\n")));
        assertTrue(FORMAT.recognises(ReadParts.head("filedesc://a.arc 0.0.0.0 20040101000000 text/plain 5\n")));
        assertFalse(FORMAT.recognises(ReadParts.head("WARC/ is a format")));
        assertFalse(FORMAT.recognises(ReadParts.head("the WARC/1.0\r\n")));
    }

    @Test
    void responsesResourcesAndConversionsAreDocuments() {
        ReadParts all = read(
                WarcRecords.record("warcinfo", "", "application/warc-fields", "software: x\r\n"),
                html("http://a/"),
                WarcRecords.record(
                        "request", "http://a/", "application/http; msgtype=request", "GET / HTTP/1.1\r\n\r\n"),
                WarcRecords.record("metadata", "http://a/", "text/plain", "via: b"),
                WarcRecords.record(
                        "revisit", "http://a/", "application/http; msgtype=response", "HTTP/1.1 200 OK\r\n\r\n"),
                WarcRecords.record("resource", "<http://b/>", "text/plain", "plain"),
                WarcRecords.record("conversion", "http://c/", "text/plain", "converted"),
                WarcRecords.record("continuation", "http://c/", "", "more"),
                WarcRecords.record("resource", "metadata://gnu.org/wget", "text/plain", "the crawl's log"),
                WarcRecords.record("response", "dns:a", "text/dns", "a. 1 IN A 1.2.3.4"),
                WarcRecords.record(
                        "response", "http://g/", "application/gemini; msgtype=response", "20 text/gemini\r\n"));
        assertEquals(List.of("http://a/", "http://b/", "http://c/"), all.ids());
        assertEquals(List.of("<p>http://a/", "plain", "converted"), all.texts());
        assertEquals(
                List.of("text/html; charset=latin1", "text/plain", Part.TEXT),
                all.parts().stream().map(ReadParts.Read::mediaType).toList());
        assertEquals(
                Map.of(Reason.LEFT_OUT, 5L, Reason.POINTER, 1L, Reason.INVALID, 1L, Reason.NOT_TEXT, 1L),
                all.reasons());
        assertFalse(all.damage().isPresent());
    }

    @Test
    void placesArePositions() {
        String first = html("http://a/");
        assertEquals(
                "dump@" + first.length(),
                read(first, html("http://b/")).parts().get(1).place());
    }

    @ParameterizedTest
    @ValueSource(strings = {"301 Moved", "404 Not Found", "500 Oops"})
    void httpErrorsAreSkipped(String status) {
        ReadParts all = read(WarcRecords.response("http://a/", status, "Content-Type: text/html\r\n", "sorry"));
        assertEquals(Map.of(Reason.LEFT_OUT, 1L), all.reasons());
    }

    @Test
    void onlyTextIsRead() {
        String headers = "Content-Type: %s\r\n";
        ReadParts all = read(
                WarcRecords.response("http://1/", "200 OK", headers.formatted("image/png"), "x"),
                WarcRecords.response("http://2/", "200 OK", headers.formatted("text/css"), "a{}"),
                WarcRecords.response("http://3/", "200 OK", headers.formatted("text/html"), "\0\1\2"),
                WarcRecords.response("http://4/", "200 OK", "", "GIF89a\0\0"),
                WarcRecords.response("http://5/", "200 OK", "", "no type"),
                WarcRecords.response(
                        "http://6/", "200 OK", headers.formatted("text/plain; charset=utf-16le"), "a\0b\0"),
                WarcRecords.response("http://7/", "200 OK", headers.formatted("Application/PDF"), "%PDF\0"),
                WarcRecords.response("http://8/", "200 OK", headers.formatted("nonsense"), "text"));
        assertEquals(List.of("http://5/", "http://6/", "http://7/", "http://8/"), all.ids());
        assertEquals(
                List.of("", "text/plain; charset=utf-16le", "Application/PDF", ""),
                all.parts().stream().map(ReadParts.Read::mediaType).toList());
        assertEquals(Map.of(Reason.NOT_TEXT, 4L), all.reasons());
    }

    @Test
    void theIdIsTheAddressOrTheRecordId() {
        String nameless =
                "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx\r\n\r\n";
        ReadParts all = read(WarcRecords.record("resource", "", "text/plain", "x"), nameless);
        assertEquals(List.of("<urn:uuid:1>", all.parts().get(1).place().replace("dump@", "dump:")), all.ids());
    }

    @Test
    void arcFilesAreRead() {
        String page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>old";
        String missing = "HTTP/1.0 404 Gone\r\n\r\n";
        String version = "1 0 Alexa Internet\nURL IP-address Archive-date Content-type Archive-length\n";
        String arc = "filedesc://a.arc 0.0.0.0 20040101000000 text/plain " + version.length() + "\n" + version + "\n"
                + "http://a/ 1.2.3.4 20040101000000 text/html " + page.length() + "\n" + page + "\n"
                + "dns:a 1.2.3.4 20040101000000 text/dns 3\na A\n"
                + "http://b/ 1.2.3.4 20040101000000 no-type " + missing.length() + "\n" + missing + "\n"
                + "http://c/ 1.2.3.4 20040101000000 text/html " + page.length() + "\n" + page + "\n";
        ReadParts all = read(arc);
        assertEquals(List.of("http://a/", "http://c/"), all.ids());
        assertEquals(List.of("<p>old", "<p>old"), all.texts());
        assertEquals(Map.of(Reason.LEFT_OUT, 3L), all.reasons());
        ReadParts cut = read(arc.substring(0, arc.length() - 5));
        assertEquals(List.of("http://a/"), cut.ids());
        assertTrue(cut.damage().isPresent());
    }

    @Test
    void largeDocumentsAreSkipped() {
        String dump = html("http://a/" + "x".repeat(100))
                + html("http://b/")
                + WarcRecords.record("resource", "http://c/", "text/plain", "x".repeat(3 << 20))
                + WarcRecords.record("resource", "http://d/", "image/gif", "x".repeat(3 << 20))
                + html("http://e/");
        FormatOptions options = ReadParts.maxDocument(100);
        ReadParts all = ReadParts.of(FORMAT, options, new ByteArrayInputStream(dump.getBytes(StandardCharsets.UTF_8)));
        assertEquals(List.of("http://b/", "http://e/"), all.ids());
        assertEquals(Map.of(Reason.TOO_LARGE, 2L, Reason.NOT_TEXT, 1L), all.reasons());
    }
}
