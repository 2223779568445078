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

/** Decodes payloads; a damaged one loses only its record. */
class WarcPayloadTest {
    private static final byte[] PAGE = WarcRecords.bytes("<p>page, a page, a whole page");
    private static final byte[] LAST = WarcRecords.response("http://last/", "", WarcRecords.bytes("<p>last"));

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

    private static ReadParts read(String headers, byte[] body) {
        return read(FormatOptions.DEFAULT, headers, body);
    }

    private static ReadParts read(FormatOptions options, String headers, byte[] body) {
        byte[] archive = WarcRecords.concat(WarcRecords.response("http://a/", headers, body), LAST);
        return ReadParts.of(new WarcFormat(), options, new ByteArrayInputStream(archive));
    }

    private static byte[] chunked(byte[] bytes) {
        int half = bytes.length / 2;
        return WarcRecords.concat(
                WarcRecords.bytes(Integer.toHexString(half) + "\r\n"),
                Arrays.copyOf(bytes, half),
                WarcRecords.bytes("\r\n" + Integer.toHexString(bytes.length - half) + "\r\n"),
                Arrays.copyOfRange(bytes, half, bytes.length),
                WarcRecords.bytes("\r\n0\r\n\r\n"));
    }

    private static void assertDelivered(byte[] expected, ReadParts all) {
        assertEquals(List.of(new String(expected), "<p>last"), all.texts());
        assertEquals(Map.of(), all.reasons());
    }

    private static void assertSkipped(Reason reason, ReadParts all) {
        assertEquals(List.of("<p>last"), all.texts());
        assertEquals(Map.of(reason, 1L), all.reasons());
    }

    @Test
    void contentCodingsAreDecoded() throws IOException {
        assertDelivered(PAGE, read("", PAGE));
        assertDelivered(PAGE, read("Content-Encoding: gzip\r\n", gzip(PAGE)));
        assertDelivered(PAGE, read("Content-Encoding: x-gzip, GZIP\r\n", gzip(gzip(PAGE))));
        assertDelivered(PAGE, read("Content-Encoding: deflate\r\n", pack(DeflaterOutputStream::new, PAGE)));
        assertDelivered(
                PAGE,
                read(
                        "Content-Encoding: deflate\r\n",
                        pack(out -> new DeflaterOutputStream(out, new Deflater(9, true)), PAGE)));
        assertDelivered(PAGE, read("Content-Encoding: zstd\r\n", Zstd.compress(PAGE)));
        assertDelivered(PAGE, read("Transfer-Encoding: chunked\r\n", chunked(PAGE)));
        assertDelivered(PAGE, read("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", chunked(gzip(PAGE))));
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
        byte[] cut = Arrays.copyOf(gzip(PAGE), 25);
        assertSkipped(Reason.INVALID, read("Content-Encoding: gzip\r\n", cut));
        byte[] deflated = pack(DeflaterOutputStream::new, PAGE);
        assertSkipped(Reason.INVALID, read("Content-Encoding: deflate\r\n", Arrays.copyOf(deflated, 12)));
        assertSkipped(Reason.INVALID, read("Content-Encoding: deflate\r\n", PAGE));
        assertSkipped(Reason.INVALID, read("Content-Encoding: zstd\r\n", Arrays.copyOf(Zstd.compress(PAGE), 12)));
        byte[] half = Arrays.copyOf(chunked(PAGE), 20);
        assertSkipped(Reason.INVALID, read("Transfer-Encoding: chunked\r\n", half));
        assertSkipped(Reason.NO_READER, read("Content-Encoding: br\r\n", PAGE));
        for (String nothing :
                List.of("", "no HTTP at all", "HTTP/1.1 200", "HTTP/1.1 99999999999 OK\r\n\r\n", "\0\0\0")) {
            byte[] record = WarcRecords.record("response", "http://a/", "application/http", WarcRecords.bytes(nothing));
            ReadParts all = ReadParts.of(new WarcFormat(), new String(WarcRecords.concat(record, LAST)));
            assertEquals("<p>last", all.texts().get(all.texts().size() - 1), nothing);
            assertEquals(2, all.parts().size() + all.skipped().size(), nothing);
        }
    }

    /** The streams of the JDK and of zstd-jni take such damage for the end of the data. */
    @Test
    void damageAfterTheFirstMemberIsNotTheEndOfAPayload() throws IOException {
        byte[] header = gzip(PAGE);
        header[2] = 7;
        assertSkipped(Reason.INVALID, read("Content-Encoding: gzip\r\n", WarcRecords.concat(gzip(PAGE), header)));
        byte[] cut = Arrays.copyOf(gzip(PAGE), 12);
        assertSkipped(Reason.INVALID, read("Content-Encoding: gzip\r\n", WarcRecords.concat(gzip(PAGE), cut)));
        byte[] frame = Zstd.compress(PAGE);
        assertSkipped(
                Reason.INVALID,
                read("Content-Encoding: zstd\r\n", WarcRecords.concat(frame, Arrays.copyOf(frame, frame.length - 3))));
        assertDelivered(
                WarcRecords.concat(PAGE, PAGE), read("Content-Encoding: zstd\r\n", WarcRecords.concat(frame, frame)));
        assertDelivered(
                WarcRecords.concat(PAGE, PAGE),
                read("Content-Encoding: gzip\r\n", WarcRecords.concat(gzip(PAGE), gzip(PAGE))));
    }

    @Test
    void largePayloadsAreNotDecodedToTheirEnd() throws IOException {
        byte[] zeros = gzip(new byte[50 << 20]);
        assertSkipped(Reason.TOO_LARGE, read(ReadParts.maxDocument(1 << 16), "Content-Encoding: gzip\r\n", zeros));
    }
}
