package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.Skipped.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.LengthedBody;
import org.netpreserve.jwarc.MediaType;

/**
 * The content of a record, decoded while it is read.
 *
 * @param mediaType as stated by the record or its HTTP header; empty if neither states it
 */
record WarcPayload(String mediaType, InputStream body) {
    static WarcPayload of(WarcRecord record) throws IOException {
        String type = record.header("Content-Type");
        boolean http = MediaType.parseLeniently(type).base().equals(MediaType.HTTP);
        return http ? http(record.block()) : new WarcPayload(type, new ByteArrayInputStream(record.block()));
    }

    private static WarcPayload http(byte[] block) throws IOException {
        ReadableByteChannel bytes = Channels.newChannel(new ByteArrayInputStream(block));
        // The length of the block counts, not the one that the server stated.
        HttpResponse response = HttpResponse.parse(LengthedBody.create(bytes, ByteBuffer.allocate(0), block.length));
        if (response.status() < 100) {
            throw new InvalidRecordException("it contains no HTTP response");
        }
        if (response.status() < 200 || response.status() > 299) {
            throw new InvalidRecordException(Reason.LEFT_OUT, "HTTP status " + response.status());
        }
        return new WarcPayload(
                response.headers().first("Content-Type").orElse("").strip(),
                ContentCoding.decode(
                        response.body().stream(), response.headers().all("Content-Encoding")));
    }
}
