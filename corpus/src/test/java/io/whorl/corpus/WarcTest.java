package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.whorl.corpus.ReadAll.EndlessStream;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.testing.Packed;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** WARC and ARC files: which records are documents, their payloads, and damage. */
class WarcTest {
    private static final byte[] PAGE = Packed.utf8("<p>page, a page, a whole page");
    private static final byte[] LAST = response("http://last/", "", Packed.utf8("<p>last"));

    private static String record(String type, String uri, String contentType, String block) {
        return new String(record(type, uri, contentType, Packed.utf8(block)), StandardCharsets.UTF_8);
    }

    static byte[] record(String type, String uri, String contentType, byte[] block) {
        return Packed.concat(header(type, uri, contentType, block.length + ""), block, Packed.utf8("\r\n\r\n"));
    }

    private static byte[] header(String type, String uri, String contentType, String length) {
        return Packed.utf8("WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
                + (uri.isEmpty() ? "" : "WARC-Target-URI: " + uri + "\r\n") + "Content-Type: " + contentType
                + "\r\nContent-Length: " + length + "\r\n\r\n");
    }

    private static String response(String uri, String status, String headers, String body) {
        return record(
                "response",
                uri,
                "application/http; msgtype=response",
                "HTTP/1.1 " + status + "\r\n" + headers + "\r\n" + body);
    }

    private static byte[] response(String uri, String headers, byte[] body) {
        return record(
                "response",
                uri,
                "application/http; msgtype=response",
                Packed.concat(Packed.utf8("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + headers + "\r\n"), body));
    }

    private static ReadAll read(String... records) {
        return ReadAll.dump(String.join("", records));
    }

    private static String html(String uri) {
        return response(uri, "200 OK", "Content-Type: text/html; charset=latin1\r\n", "<p>" + uri);
    }

    @Test
    void archivesAreRecognisedByTheirFirstLine() {
        assertTrue(ReadAll.isDump("WARC/1.0\r\n"));
        assertTrue(ReadAll.isDump("WARC/0.17\r\nWARC-Type: warcinfo\r\n"));
        assertTrue(ReadAll.isDump("filedesc://a.arc 0.0.0.0 20040101000000 text/plain 5\n"));
        assertFalse(ReadAll.isDump("WARC/ is a format"));
        assertFalse(ReadAll.isDump("the WARC/1.0\r\n"));
    }

    @Test
    void responsesResourcesAndConversionsAreDocuments() {
        String archive = String.join(
                "",
                record("warcinfo", "", "application/warc-fields", "software: x\r\n"),
                html("http://a/"),
                record("request", "http://a/", "application/http; msgtype=request", "GET / HTTP/1.1\r\n\r\n"),
                record("metadata", "http://a/", "text/plain", "via: b"),
                record("revisit", "http://a/", "application/http; msgtype=response", "HTTP/1.1 200 OK\r\n\r\n"),
                record("resource", "<http://b/>", "text/plain", "plain"),
                record("conversion", "http://c/", "text/plain", "converted"),
                record("continuation", "http://c/", "", "more"),
                record("resource", "metadata://gnu.org/wget", "text/plain", "the crawl's log"),
                record("response", "dns:a", "text/dns", "a. 1 IN A 1.2.3.4"),
                record("response", "http://g/", "application/gemini; msgtype=response", "20 text/gemini\r\n"));
        ReadAll all = ReadAll.dump(archive);
        assertEquals(List.of("http://a/", "http://b/", "http://c/"), all.ids());
        assertEquals(List.of("<p>http://a/", "plain", "converted"), all.texts());
        assertEquals(
                List.of("http://a/", "plain", "converted"),
                ReadAll.converted(archive).texts());
        assertEquals(
                Map.of(Reason.LEFT_OUT, 5L, Reason.POINTER, 1L, Reason.INVALID, 1L, Reason.NOT_TEXT, 1L), all.counts());
        assertFalse(all.damage().isPresent());
    }

    @Test
    void placesArePositions() {
        String first = html("http://a/");
        assertEquals(
                "dump@" + first.length(),
                read(first, html("http://b/")).documents().get(1).place());
    }

    @ParameterizedTest
    @ValueSource(strings = {"301 Moved", "404 Not Found", "500 Oops"})
    void httpErrorsAreSkipped(String status) {
        ReadAll all = read(response("http://a/", status, "Content-Type: text/html\r\n", "sorry"));
        assertEquals(Map.of(Reason.LEFT_OUT, 1L), all.counts());
    }

    @Test
    void onlyTextIsRead() {
        String headers = "Content-Type: %s\r\n";
        String archive = String.join(
                "",
                response("http://1/", "200 OK", headers.formatted("image/png"), "x"),
                response("http://2/", "200 OK", headers.formatted("text/css"), "a{}"),
                response("http://3/", "200 OK", headers.formatted("text/html"), "\0\1\2"),
                response("http://4/", "200 OK", "", "GIF89a\0\0"),
                response("http://5/", "200 OK", "", "no type"),
                response("http://6/", "200 OK", headers.formatted("text/plain; charset=utf-16le"), "a\0b\0"),
                response("http://7/", "200 OK", headers.formatted("Application/PDF"), "%PDF\0"),
                response("http://8/", "200 OK", headers.formatted("nonsense"), "<html>text"));
        ReadAll all = ReadAll.dump(archive);
        assertEquals(List.of("http://5/", "http://6/", "http://7/", "http://8/"), all.ids());
        assertEquals(
                List.of("no type", "ab", "%PDF\0", "text"),
                ReadAll.converted(archive).texts());
        assertEquals(Map.of(Reason.NOT_TEXT, 4L), all.counts());
    }

    @Test
    void theIdIsTheAddressOrTheRecordId() {
        String nameless =
                "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx\r\n\r\n";
        ReadAll all = read(record("resource", "", "text/plain", "x"), nameless);
        assertEquals(List.of("<urn:uuid:1>", all.documents().get(1).place().replace("dump@", "dump:")), all.ids());
    }

    @Test
    void arcFilesAreRead() {
        String gone = "HTTP/1.0 404 Gone\r\n\r\n";
        ReadAll all = read(arc() + page("http://a/") + "dns:a 1.2.3.4 20040101000000 text/dns 3\na A\n"
                + "http://b/ 1.2.3.4 20040101000000 no-type " + gone.length() + "\n" + gone + "\n" + page("http://c/"));
        assertAll(all, "http://a/", "http://c/");
        assertEquals(Map.of(Reason.LEFT_OUT, 3L), all.counts());
    }

    @Test
    void largeDocumentsAreSkipped() {
        String dump = html("http://a/" + "x".repeat(100))
                + html("http://b/")
                + record("resource", "http://c/", "text/plain", "x".repeat(3 << 20))
                + record("resource", "http://d/", "image/gif", "x".repeat(3 << 20))
                + html("http://e/");
        FormatOptions options = FormatOptions.DEFAULT.maxDocument(100);
        ReadAll all = ReadAll.dump(options, dump);
        assertEquals(List.of("http://b/", "http://e/"), all.ids());
        assertEquals(Map.of(Reason.TOO_LARGE, 2L, Reason.NOT_TEXT, 1L), all.counts());
    }

    private static ReadAll read(String headers, byte[] body) {
        return read(FormatOptions.DEFAULT, headers, body);
    }

    private static ReadAll read(FormatOptions options, String headers, byte[] body) {
        byte[] archive = Packed.concat(response("http://a/", headers, body), LAST);
        return ReadAll.dump(options, new ByteArrayInputStream(archive));
    }

    private static byte[] chunked(byte[] bytes) {
        int half = bytes.length / 2;
        return Packed.concat(
                Packed.utf8(Integer.toHexString(half) + "\r\n"),
                Arrays.copyOf(bytes, half),
                Packed.utf8("\r\n" + Integer.toHexString(bytes.length - half) + "\r\n"),
                Arrays.copyOfRange(bytes, half, bytes.length),
                Packed.utf8("\r\n0\r\n\r\n"));
    }

    private static void assertDelivered(byte[] expected, ReadAll all) {
        assertEquals(List.of(new String(expected), "<p>last"), all.texts());
        assertEquals(Map.of(), all.counts());
    }

    private static void assertSkipped(Reason reason, ReadAll all) {
        assertEquals(List.of("<p>last"), all.texts());
        assertEquals(Map.of(reason, 1L), all.counts());
    }

    @Test
    void contentCodingsAreDecoded() throws IOException {
        assertDelivered(PAGE, read("", PAGE));
        assertDelivered(PAGE, read("Content-Encoding: gzip\r\n", Packed.gzip(PAGE)));
        assertDelivered(PAGE, read("Content-Encoding: x-gzip, GZIP\r\n", Packed.gzip(Packed.gzip(PAGE))));
        assertDelivered(PAGE, read("Content-Encoding: deflate\r\n", Packed.by(DeflaterOutputStream::new, PAGE)));
        assertDelivered(
                PAGE,
                read(
                        "Content-Encoding: deflate\r\n",
                        Packed.by(out -> new DeflaterOutputStream(out, new Deflater(9, true)), PAGE)));
        assertDelivered(PAGE, read("Content-Encoding: zstd\r\n", Zstd.compress(PAGE)));
        assertDelivered(PAGE, read("Transfer-Encoding: chunked\r\n", chunked(PAGE)));
        assertDelivered(
                PAGE, read("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", chunked(Packed.gzip(PAGE))));
    }

    @Test
    void headersOfDecodedBodiesAreIgnored() {
        assertDelivered(PAGE, read("Content-Encoding: gzip\r\n", PAGE));
        assertDelivered(PAGE, read("Content-Encoding: identity\r\nContent-Length: 3\r\n", PAGE));
        assertDelivered(PAGE, read("Transfer-Encoding: chunked\r\n", PAGE));
        assertDelivered(PAGE, read("Content-Length: nonsense\r\nbroken line\r\n", PAGE));
        assertDelivered(new byte[0], read("Content-Encoding: gzip\r\n", new byte[0]));
    }

    @Test
    void damagedPayloadsLoseOnlyTheirRecord() throws IOException {
        byte[] cut = Arrays.copyOf(Packed.gzip(PAGE), 25);
        assertSkipped(Reason.INVALID, read("Content-Encoding: gzip\r\n", cut));
        byte[] deflated = Packed.by(DeflaterOutputStream::new, PAGE);
        assertSkipped(Reason.INVALID, read("Content-Encoding: deflate\r\n", Arrays.copyOf(deflated, 12)));
        assertSkipped(Reason.INVALID, read("Content-Encoding: deflate\r\n", PAGE));
        assertSkipped(Reason.INVALID, read("Content-Encoding: zstd\r\n", Arrays.copyOf(Zstd.compress(PAGE), 12)));
        byte[] half = Arrays.copyOf(chunked(PAGE), 20);
        assertSkipped(Reason.INVALID, read("Transfer-Encoding: chunked\r\n", half));
        assertSkipped(Reason.NO_READER, read("Content-Encoding: br\r\n", PAGE));
        for (String nothing :
                List.of("", "no HTTP at all", "HTTP/1.1 200", "HTTP/1.1 99999999999 OK\r\n\r\n", "\0\0\0")) {
            byte[] record = record("response", "http://a/", "application/http", Packed.utf8(nothing));
            ReadAll all = ReadAll.dump(new String(Packed.concat(record, LAST)));
            assertEquals("<p>last", all.texts().get(all.texts().size() - 1), nothing);
            assertEquals(2, all.documents().size() + all.skipped().size(), nothing);
        }
    }

    /** The streams of the JDK take such damage for the end of the data. */
    @Test
    void damageAfterTheFirstMemberIsNotTheEndOfAPayload() throws IOException {
        byte[] header = Packed.gzip(PAGE);
        header[2] = 7;
        assertSkipped(Reason.INVALID, read("Content-Encoding: gzip\r\n", Packed.concat(Packed.gzip(PAGE), header)));
        byte[] cut = Arrays.copyOf(Packed.gzip(PAGE), 12);
        assertSkipped(Reason.INVALID, read("Content-Encoding: gzip\r\n", Packed.concat(Packed.gzip(PAGE), cut)));
        byte[] frame = Zstd.compress(PAGE);
        assertSkipped(
                Reason.INVALID,
                read("Content-Encoding: zstd\r\n", Packed.concat(frame, Arrays.copyOf(frame, frame.length - 3))));
        assertDelivered(Packed.concat(PAGE, PAGE), read("Content-Encoding: zstd\r\n", Packed.concat(frame, frame)));
        assertDelivered(
                Packed.concat(PAGE, PAGE),
                read("Content-Encoding: gzip\r\n", Packed.concat(Packed.gzip(PAGE), Packed.gzip(PAGE))));
    }

    @Test
    void largePayloadsAreNotDecodedToTheirEnd() throws IOException {
        byte[] zeros = Packed.gzip(new byte[50 << 20]);
        assertSkipped(
                Reason.TOO_LARGE,
                read(FormatOptions.DEFAULT.maxDocument(1 << 16), "Content-Encoding: gzip\r\n", zeros));
    }

    private static byte[] text(String uri, String length) {
        return Packed.concat(header("resource", uri, "text/plain", length), Packed.utf8("text of " + uri + "\r\n\r\n"));
    }

    private static byte[] text(String uri) {
        return text(uri, ("text of " + uri).length() + "");
    }

    private static ReadAll read(byte[]... records) {
        return ReadAll.dump(FormatOptions.DEFAULT, new ByteArrayInputStream(Packed.concat(records)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "3", "11", "13", "100", "200", "300", "5000", "99999999999"})
    void aWrongLengthLosesNoRecord(String length) {
        ReadAll all = read(text("http://a"), text("http://b", length), text("http://c"), text("http://d"));
        assertEquals(List.of("http://a", "http://b", "http://c", "http://d"), all.ids());
        assertEquals(Map.of(Reason.DAMAGED, 1L), all.counts());
        assertFalse(all.damage().isPresent());
        all.documents().forEach(part -> assertEquals("text of " + part.id(), part.text()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "x", "", "99999999999999999999"})
    void anInvalidLengthLosesOnlyItsRecord(String length) {
        ReadAll all = read(text("http://a"), text("http://b", length), text("http://c"));
        assertEquals(List.of("http://a", "http://c"), all.ids());
        assertEquals(Map.of(Reason.DAMAGED, 1L), all.counts());
        assertFalse(all.damage().isPresent());
    }

    @Test
    void aMalformedHeaderLosesOnlyItsRecord() {
        for (String bad :
                List.of("WARC/1.0\r\nno field\r\n\r\ntext\r\n\r\n", "garbage\r\n", "WARC/x\r\n", "\0\0\0\n")) {
            ReadAll all = read(text("http://a"), Packed.utf8(bad), text("http://c"));
            assertEquals(List.of("http://a", "http://c"), all.ids(), bad);
            assertEquals(Map.of(Reason.DAMAGED, 1L), all.counts(), bad);
        }
    }

    @Test
    void moreOrFewerLineEndsBetweenRecordsDoNoHarm() {
        byte[] a = text("http://a");
        ReadAll all = read(
                Arrays.copyOf(a, a.length - 2),
                text("http://b"),
                Packed.utf8("\r\n\n\r\n"),
                text("http://c"),
                Packed.utf8("\n\n\n\n\n"));
        assertEquals(List.of("http://a", "http://b", "http://c"), all.ids());
        assertEquals(List.of(), all.skipped());
    }

    /** The first line stays, by which the format is recognised. */
    @Property(tries = 400)
    void truncatedArchivesYieldTheCompleteRecords(@ForAll @IntRange(min = 25, max = 999) int thousandths) {
        byte[] first = text("http://a");
        byte[] all = Packed.concat(first, text("http://b"), text("http://c"));
        int cut = all.length * thousandths / 1000;
        ReadAll some = ReadAll.dump(FormatOptions.DEFAULT, new ByteArrayInputStream(all, 0, cut));
        int whole = (cut + 4) / first.length;
        assertEquals(whole, some.documents().size());
        some.documents().forEach(part -> assertEquals("text of " + part.id(), part.text()));
        boolean between = cut % first.length == 0 || cut % first.length >= first.length - 4;
        assertEquals(!between, some.damage().isPresent());
        ReadAll broken = ReadAll.dump(FormatOptions.DEFAULT, ReadAll.failing(all, cut, new EOFException("cut")));
        assertEquals(some.ids(), broken.ids());
        assertEquals("EOFException: cut", broken.damage().orElseThrow());
    }

    @Property(tries = 500)
    void changedBytesAreReadOrReported(@ForAll @IntRange(min = 10, max = 450) int at, @ForAll byte instead) {
        byte[] archive = Packed.concat(text("http://a"), text("http://b"), text("http://c"), text("http://d"));
        archive[Math.min(at, archive.length - 1)] = instead;
        ReadAll all = read(archive);
        assertTrue(all.documents().size() >= 2
                || all.damage().isPresent()
                || !all.skipped().isEmpty());
        assertTrue(all.documents().size() <= 4);
    }

    @Test
    void endlessRecordsNeedBoundedMemory() {
        String header = new String(header("resource", "http://a", "text/plain", "5"));
        for (String begin : List.of("WARC/1.0\r\nA: ", "WARC/1.0\r\n", header.substring(0, 40), "")) {
            EndlessStream endless =
                    new EndlessStream(begin, begin.isEmpty() ? "WARC/1.0\n\n" : "x", 1L << (begin.isEmpty() ? 20 : 24));
            ReadAll all = ReadAll.dump(FormatOptions.DEFAULT.maxDocument(1000), endless);
            assertEquals(List.of(), all.documents());
            assertTrue(all.damage().isPresent() || !all.skipped().isEmpty());
        }
        // An endless block, once because of its length, and once because lengths are no longer trusted.
        String large = header.replace("Length: 5", "Length: " + (1L << 40));
        ReadAll swallowed =
                ReadAll.dump(FormatOptions.DEFAULT.maxDocument(1000), new EndlessStream(large, "x", 1L << 23));
        assertTrue(swallowed.damage().isPresent());
        ReadAll unbelieved =
                ReadAll.dump(FormatOptions.DEFAULT.maxDocument(1000), new EndlessStream(header, "x", 1L << 23));
        assertEquals(Map.of(Reason.DAMAGED, 1L, Reason.TOO_LARGE, 1L), unbelieved.counts());
    }

    private static final String VERSION_1 =
            "1 0 Alexa Internet\nURL IP-address Archive-date Content-type Archive-length\n";

    private static String arc() {
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
        ReadAll all = ReadAll.dump(arc() + page("http://a/") + page(address) + page("http://c/"));
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
        ReadAll all = ReadAll.dump(arc() + page("http://b/", fields, "text of http://b/") + page("http://c/"));
        assertAll(all, "http://b/", "http://c/");
    }

    /** Every record after a malformed one is found, in the same gzip member and in later ones. */
    @Test
    void aMalformedHeaderOfArcLosesOnlyItsRecord() throws IOException {
        for (String bad : List.of(
                "http://b/ 1.2.3.4 text/html 12",
                "http://b/" + " 1.2.3.4 20040101000000 1".repeat(600) + "x1",
                "http://b/",
                "http://b/ 1.2.3.4 20040101000000 text/html x",
                "\0\1\2",
                "http://b/ 1.2.3.4 20040101000000 text/html -5")) {
            String broken = bad + "\n" + block("lost") + "\n";
            ReadAll all = ReadAll.dump(arc() + page("http://a/") + broken + page("http://c/") + page("http://d/"));
            assertAll(all, "http://a/", "http://c/", "http://d/");
            assertEquals(Map.of(Reason.LEFT_OUT, 1L, Reason.DAMAGED, 1L), all.counts(), bad);
            byte[] members = Packed.concat(
                    Packed.gzip(arc()), Packed.gzip(page("http://a/") + broken), Packed.gzip(page("http://d/")));
            ReadAll later = ReadAll.dump(FormatOptions.DEFAULT, new GZIPInputStream(new ByteArrayInputStream(members)));
            assertAll(later, "http://a/", "http://d/");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"120", "200", "9999"})
    void aTooLargeLengthInArcLosesNoRecord(String length) {
        String wrong = page("http://b/").replaceFirst(" \\d+\n", " " + length + "\n");
        ReadAll all = ReadAll.dump(arc() + page("http://a/") + wrong + page("http://c/") + page("http://d/"));
        assertAll(all, "http://a/", "http://b/", "http://c/", "http://d/");
        assertEquals(Map.of(Reason.LEFT_OUT, 1L, Reason.DAMAGED, 1L), all.counts());
    }

    @Test
    void aTruncatedRecordOfArcIsReported() {
        String whole = arc() + page("http://a/") + page("http://b/");
        for (int cut = arc().length() + 1; cut < whole.length(); cut++) {
            ReadAll some = ReadAll.dump(whole.substring(0, cut));
            int first = arc().length() + page("http://a/").length();
            boolean between = cut == first || cut == first - 1 || cut >= whole.length() - 1;
            assertEquals(!between, some.damage().isPresent(), "cut at " + cut);
            assertEquals(
                    cut < first - 1 ? 0 : cut < whole.length() - 1 ? 1 : 2,
                    some.documents().size(),
                    "cut at " + cut);
        }
    }
}
