package io.whorl.corpus.internal.record;

import io.whorl.testing.Packed;
import java.nio.charset.StandardCharsets;

/** Creates WARC records. */
final class WarcRecords {
    private WarcRecords() {}

    static String record(String type, String uri, String contentType, String block) {
        return new String(
                record(type, uri, contentType, block.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    static byte[] record(String type, String uri, String contentType, byte[] block) {
        return Packed.concat(header(type, uri, contentType, block.length + ""), block, Packed.utf8("\r\n\r\n"));
    }

    static byte[] header(String type, String uri, String contentType, String length) {
        return Packed.utf8("WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
                + (uri.isEmpty() ? "" : "WARC-Target-URI: " + uri + "\r\n") + "Content-Type: " + contentType
                + "\r\nContent-Length: " + length + "\r\n\r\n");
    }

    static String response(String uri, String status, String headers, String body) {
        return record(
                "response",
                uri,
                "application/http; msgtype=response",
                "HTTP/1.1 " + status + "\r\n" + headers + "\r\n" + body);
    }

    static byte[] response(String uri, String headers, byte[] body) {
        return record(
                "response",
                uri,
                "application/http; msgtype=response",
                Packed.concat(Packed.utf8("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + headers + "\r\n"), body));
    }
}
