package io.whorl.corpus.internal.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.luben.zstd.Zstd;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** How payloads are decoded; a damaged one costs its record alone. */
class WarcPayloadTest {
    private static final byte[] PAGE = Warcs.bytes("<p>page, a page, a whole page");
    private static final byte[] LAST = Warcs.response("http://last/", "", Warcs.bytes("<p>last"));

    private interface Packing {
        OutputStream over(OutputStream out) throws IOException;
    }

    private static byte[] pack(Packing packing, byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream packed = packing.over(out)) {
            packed.write(bytes);
        }
        return out.toByteArray();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        return pack(GZIPOutputStream::new, bytes);
    }

    private static Parts read(String headers, byte[] body) {
        return read(FormatOptions.DEFAULT, headers, body);
    }

    private static Parts read(FormatOptions options, String headers, byte[] body) {
        byte[] archive = Warcs.concat(Warcs.response("http://a/", headers, body), LAST);
        return Parts.of(new WarcFormat(), options, new ByteArrayInputStream(archive));
    }

    private static byte[] chunked(byte[] bytes) {
        int half = bytes.length / 2;
        return Warcs.concat(
                Warcs.bytes(Integer.toHexString(half) + "\r\n"),
                Arrays.copyOf(bytes, half),
                Warcs.bytes("\r\n" + Integer.toHexString(bytes.length - half) + "\r\n"),
                Arrays.copyOfRange(bytes, half, bytes.length),
                Warcs.bytes("\r\n0\r\n\r\n"));
    }

    private static void assertGiven(byte[] expected, Parts all) {
        assertEquals(List.of(new String(expected), "<p>last"), all.texts());
        assertEquals(Map.of(), all.reasons());
    }

    private static void assertNotGiven(Reason reason, Parts all) {
        assertEquals(List.of("<p>last"), all.texts());
        assertEquals(Map.of(reason, 1L), all.reasons());
    }

    @Test
    void codingsAreUndone() throws IOException {
        assertGiven(PAGE, read("", PAGE));
        assertGiven(PAGE, read("Content-Encoding: gzip\r\n", gzip(PAGE)));
        assertGiven(PAGE, read("Content-Encoding: x-gzip, GZIP\r\n", gzip(gzip(PAGE))));
        assertGiven(PAGE, read("Content-Encoding: deflate\r\n", pack(DeflaterOutputStream::new, PAGE)));
        assertGiven(
                PAGE,
                read(
                        "Content-Encoding: deflate\r\n",
                        pack(out -> new DeflaterOutputStream(out, new Deflater(9, true)), PAGE)));
        assertGiven(PAGE, read("Content-Encoding: zstd\r\n", Zstd.compress(PAGE)));
        assertGiven(PAGE, read("Transfer-Encoding: chunked\r\n", chunked(PAGE)));
        assertGiven(PAGE, read("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", chunked(gzip(PAGE))));
    }

    @Test
    void headersThatNoLongerHoldDoNoHarm() {
        assertGiven(PAGE, read("Content-Encoding: gzip\r\n", PAGE));
        assertGiven(PAGE, read("Content-Encoding: identity\r\nContent-Length: 3\r\n", PAGE));
        assertGiven(PAGE, read("Transfer-Encoding: chunked\r\n", PAGE));
        assertGiven(PAGE, read("Content-Length: nonsense\r\nbroken line\r\n", PAGE));
        assertGiven(new byte[0], read("Content-Encoding: gzip\r\n", new byte[0]));
    }

    @Test
    void damagedPayloadsCostTheirRecordAlone() throws IOException {
        byte[] cut = Arrays.copyOf(gzip(PAGE), 25);
        assertNotGiven(Reason.INVALID, read("Content-Encoding: gzip\r\n", cut));
        byte[] deflated = pack(DeflaterOutputStream::new, PAGE);
        assertNotGiven(Reason.INVALID, read("Content-Encoding: deflate\r\n", Arrays.copyOf(deflated, 12)));
        assertNotGiven(Reason.INVALID, read("Content-Encoding: deflate\r\n", PAGE));
        assertNotGiven(Reason.INVALID, read("Content-Encoding: zstd\r\n", Arrays.copyOf(Zstd.compress(PAGE), 12)));
        byte[] half = Arrays.copyOf(chunked(PAGE), 20);
        assertNotGiven(Reason.INVALID, read("Transfer-Encoding: chunked\r\n", half));
        assertNotGiven(Reason.NOT_TEXT, read("Content-Encoding: br\r\n", PAGE));
        for (String nothing :
                List.of("", "no HTTP at all", "HTTP/1.1 200", "HTTP/1.1 99999999999 OK\r\n\r\n", "\0\0\0")) {
            byte[] record = Warcs.record("response", "http://a/", "application/http", Warcs.bytes(nothing));
            Parts all = Parts.of(new WarcFormat(), new String(Warcs.concat(record, LAST)));
            assertEquals("<p>last", all.texts().get(all.texts().size() - 1), nothing);
            assertEquals(2, all.parts().size() + all.skipped().size(), nothing);
        }
    }

    @Test
    void whatUnpacksToTooMuchIsNotUnpacked() throws IOException {
        byte[] zeros = gzip(new byte[50 << 20]);
        assertNotGiven(Reason.TOO_LARGE, read(Parts.maxDocument(1 << 16), "Content-Encoding: gzip\r\n", zeros));
    }
}
