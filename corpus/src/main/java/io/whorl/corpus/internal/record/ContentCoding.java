package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.internal.io.GunzipStream;
import io.whorl.corpus.internal.io.UnzstdStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Decodes HTTP content codings (RFC 9110, 8.4.1). The deflate decoder of jwarc hangs on truncated data. Crawlers often
 * store a decoded body with the original header, so gzip, zlib and zstd are decoded only if the body starts like them.
 */
final class ContentCoding {
    private static final Set<String> UNREADABLE = Set.of(
            "br", "compress", "x-compress", "sdch", "dcb", "dcz", "exi", "pack200-gzip", "aes128gcm", "lzma", "bzip2");

    private ContentCoding() {}

    /**
     * Decodes a body. The caller must close the stream, because decoders hold memory outside the heap.
     *
     * @param headers values of Content-Encoding, each with one or more codings, in the order in which they were applied
     */
    static InputStream decode(InputStream body, List<String> headers) throws IOException {
        String[] codings = String.join(",", headers).toLowerCase(Locale.ROOT).split(",");
        InputStream decoded = body;
        for (int i = codings.length - 1; i >= 0; i--) {
            decoded = decode(new BufferedInputStream(decoded), codings[i].strip());
        }
        return decoded;
    }

    private static InputStream decode(BufferedInputStream body, String coding) throws IOException {
        if (UNREADABLE.contains(coding)) {
            throw new InvalidRecordException(Reason.NO_READER, "its content coding is " + coding);
        }
        body.mark(4);
        byte[] first = body.readNBytes(4);
        body.reset();
        int begin = first.length < 4 ? 0 : (first[0] & 0xff) << 8 | first[1] & 0xff;
        return switch (coding) {
            case "gzip", "x-gzip" -> begin == 0x1f8b ? new GunzipStream(body) : body;
            case "zstd" -> begin == 0x28b5 ? new UnzstdStream(body) : body;
            // The standard means the zlib format, but some servers send raw deflate data.
            case "deflate" -> begin >> 8 == 0x78 && begin % 31 == 0 ? new InflaterInputStream(body) : raw(body);
            default -> body;
        };
    }

    /** The stream does not end an inflater that its caller created, and an inflater holds native memory. */
    private static InputStream raw(InputStream body) {
        Inflater inflater = new Inflater(true);
        return new InflaterInputStream(body, inflater) {
            @Override
            public void close() throws IOException {
                inflater.end();
                super.close();
            }
        };
    }
}
