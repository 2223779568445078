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

/** Which records are documents. */
class WarcTest {
    private static final WarcFormat FORMAT = new WarcFormat();

    private static Parts read(String... records) {
        return Parts.of(FORMAT, String.join("", records));
    }

    private static String html(String uri) {
        return Warcs.response(uri, "200 OK", "Content-Type: text/html; charset=latin1\r\n", "<p>" + uri);
    }

    @Test
    void itIsRecognisedByItsFirstLine() {
        assertTrue(FORMAT.recognises(Parts.head("WARC/1.0\r\n")));
        assertTrue(FORMAT.recognises(Parts.head("WARC/0.17\r\nWARC-Type: warcinfo\r\n")));
        assertTrue(FORMAT.recognises(Parts.head("filedesc://a.arc 0.0.0.0 20040101000000 text/plain 5\n")));
        assertFalse(FORMAT.recognises(Parts.head("WARC/ is a format")));
        assertFalse(FORMAT.recognises(Parts.head("the WARC/1.0\r\n")));
    }

    @Test
    void responsesResourcesAndConversionsAreDocuments() {
        Parts all = read(
                Warcs.record("warcinfo", "", "application/warc-fields", "software: x\r\n"),
                html("http://a/"),
                Warcs.record("request", "http://a/", "application/http; msgtype=request", "GET / HTTP/1.1\r\n\r\n"),
                Warcs.record("metadata", "http://a/", "text/plain", "via: b"),
                Warcs.record("revisit", "http://a/", "application/http; msgtype=response", "HTTP/1.1 200 OK\r\n\r\n"),
                Warcs.record("resource", "<http://b/>", "text/plain", "plain"),
                Warcs.record("conversion", "http://c/", "text/plain", "converted"),
                Warcs.record("continuation", "http://c/", "", "more"),
                Warcs.record("resource", "metadata://gnu.org/wget", "text/plain", "the crawl's log"),
                Warcs.record("response", "dns:a", "text/dns", "a. 1 IN A 1.2.3.4"),
                Warcs.record("response", "http://g/", "application/gemini; msgtype=response", "20 text/gemini\r\n"));
        assertEquals(List.of("http://a/", "http://b/", "http://c/"), all.ids());
        assertEquals(List.of("<p>http://a/", "plain", "converted"), all.texts());
        assertEquals(
                List.of("text/html; charset=latin1", "text/plain", Part.TEXT),
                all.parts().stream().map(Parts.Read::mediaType).toList());
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
    void errorsAreLeftOut(String status) {
        Parts all = read(Warcs.response("http://a/", status, "Content-Type: text/html\r\n", "sorry"));
        assertEquals(Map.of(Reason.LEFT_OUT, 1L), all.reasons());
    }

    @Test
    void onlyTextIsRead() {
        String headers = "Content-Type: %s\r\n";
        Parts all = read(
                Warcs.response("http://1/", "200 OK", headers.formatted("image/png"), "x"),
                Warcs.response("http://2/", "200 OK", headers.formatted("text/css"), "a{}"),
                Warcs.response("http://3/", "200 OK", headers.formatted("text/html"), "\0\1\2"),
                Warcs.response("http://4/", "200 OK", "", "GIF89a\0\0"),
                Warcs.response("http://5/", "200 OK", "", "no type"),
                Warcs.response("http://6/", "200 OK", headers.formatted("text/plain; charset=utf-16le"), "a\0b\0"),
                Warcs.response("http://7/", "200 OK", headers.formatted("Application/PDF"), "%PDF\0"),
                Warcs.response("http://8/", "200 OK", headers.formatted("nonsense"), "text"));
        assertEquals(List.of("http://5/", "http://6/", "http://7/", "http://8/"), all.ids());
        assertEquals(
                List.of("", "text/plain; charset=utf-16le", "Application/PDF", ""),
                all.parts().stream().map(Parts.Read::mediaType).toList());
        assertEquals(Map.of(Reason.NOT_TEXT, 4L), all.reasons());
    }

    @Test
    void theIdIsTheAddressOrElseTheRecordsOwn() {
        String nameless =
                "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx\r\n\r\n";
        Parts all = read(Warcs.record("resource", "", "text/plain", "x"), nameless);
        assertEquals(List.of("<urn:uuid:1>", all.parts().get(1).place().replace("dump@", "dump:")), all.ids());
    }

    @Test
    void arcFilesAreReadToo() {
        String page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>old";
        String missing = "HTTP/1.0 404 Gone\r\n\r\n";
        String version = "1 0 Alexa Internet\nURL IP-address Archive-date Content-type Archive-length\n";
        String arc = "filedesc://a.arc 0.0.0.0 20040101000000 text/plain " + version.length() + "\n" + version + "\n"
                + "http://a/ 1.2.3.4 20040101000000 text/html " + page.length() + "\n" + page + "\n"
                + "dns:a 1.2.3.4 20040101000000 text/dns 3\na A\n"
                + "http://b/ 1.2.3.4 20040101000000 no-type " + missing.length() + "\n" + missing + "\n"
                + "http://c/ 1.2.3.4 20040101000000 text/html " + page.length() + "\n" + page + "\n";
        Parts all = read(arc);
        assertEquals(List.of("http://a/", "http://c/"), all.ids());
        assertEquals(List.of("<p>old", "<p>old"), all.texts());
        assertEquals(Map.of(Reason.LEFT_OUT, 3L), all.reasons());
        Parts cut = read(arc.substring(0, arc.length() - 5));
        assertEquals(List.of("http://a/"), cut.ids());
        assertTrue(cut.damage().isPresent());
    }

    @Test
    void largeDocumentsArePassedOver() {
        String dump = html("http://a/" + "x".repeat(100))
                + html("http://b/")
                + Warcs.record("resource", "http://c/", "text/plain", "x".repeat(3 << 20))
                + Warcs.record("resource", "http://d/", "image/gif", "x".repeat(3 << 20))
                + html("http://e/");
        FormatOptions options = Parts.maxDocument(100);
        Parts all = Parts.of(FORMAT, options, new ByteArrayInputStream(dump.getBytes(StandardCharsets.UTF_8)));
        assertEquals(List.of("http://b/", "http://e/"), all.ids());
        assertEquals(Map.of(Reason.TOO_LARGE, 2L, Reason.NOT_TEXT, 1L), all.reasons());
    }
}
