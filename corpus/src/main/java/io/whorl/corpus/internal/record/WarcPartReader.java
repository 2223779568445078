package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads the records of a web archive; reports those without text. */
final class WarcPartReader implements PartReader {
    private final Part whole;
    private final ReadContext context;
    private final WarcRecordReader framing;

    WarcPartReader(Part whole, ReadContext context) {
        this.whole = whole;
        this.context = context;
        framing = new WarcRecordReader(
                new WarcBuffer(whole.body()),
                keep(context.options()),
                (at, detail) -> context.skip(place(at), Reason.DAMAGED, detail));
    }

    /** The number of bytes kept of a record: the largest document, and room for an HTTP header before it. */
    static int keep(FormatOptions options) {
        return (int) Math.min(Integer.MAX_VALUE - 64, options.maxDocument() + (1L << 20));
    }

    private String place(long position) {
        return whole.place() + "@" + position;
    }

    @Override
    public Optional<Part> next() throws IOException {
        for (Optional<WarcRecord> record = framing.next(); record.isPresent(); record = framing.next()) {
            try {
                return Optional.of(part(record.get()));
            } catch (InvalidRecordException e) {
                context.skip(place(record.get().position()), e.reason(), e.getMessage());
            }
        }
        return Optional.empty();
    }

    private Part part(WarcRecord record) throws IOException {
        requireDocument(record);
        WarcPayload payload;
        byte[] body;
        try {
            payload = WarcPayload.of(record);
            try (InputStream bytes = payload.body()) {
                requireText(TextMediaTypes.isText(payload.mediaType()), payload);
                requireSize(record.whole());
                body = bytes.readNBytes(context.options().maxDocument() + 1);
            }
        } catch (InvalidRecordException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // Parsers fail on web content in many ways; none of them may end the reading.
            throw new InvalidRecordException(Reason.INVALID, "its payload cannot be decoded: " + e.getMessage(), e);
        }
        requireSize(body.length <= context.options().maxDocument());
        requireText(TextMediaTypes.agree(body, payload.mediaType()), payload);
        return part(record, payload.mediaType(), body);
    }

    private static void requireDocument(WarcRecord record) throws InvalidRecordException {
        String target = record.target();
        switch (record.type()) {
            case "response", "resource", "conversion" -> {
                boolean ofTheCrawl = target.startsWith("dns:")
                        || target.startsWith("metadata:")
                        || TextMediaTypes.base(record.header("Content-Type")).equals("text/dns");
                if (ofTheCrawl) {
                    throw new InvalidRecordException(Reason.LEFT_OUT, "a " + record.type() + " about the crawl");
                }
            }
            case "revisit" -> throw new InvalidRecordException(Reason.POINTER, "a revisit of an earlier record");
            case "continuation" -> throw new InvalidRecordException("a continuation; segmented records are not joined");
            default ->
                throw new InvalidRecordException(Reason.LEFT_OUT, "a record of the type \"" + record.type() + "\"");
        }
    }

    private static void requireText(boolean text, WarcPayload payload) throws InvalidRecordException {
        if (!text) {
            throw new InvalidRecordException(Reason.NOT_TEXT, "of the media type \"" + payload.mediaType() + "\"");
        }
    }

    private void requireSize(boolean fits) throws InvalidRecordException {
        if (!fits) {
            throw new InvalidRecordException(Reason.TOO_LARGE, context.options().tooLarge());
        }
    }

    private Part part(WarcRecord record, String mediaType, byte[] body) {
        String place = place(record.position());
        boolean wet = record.type().equals("conversion") && mediaType.equalsIgnoreCase("text/plain");
        String type = wet ? Part.TEXT : TextMediaTypes.isUnknown(mediaType) ? "" : mediaType;
        String id = record.target().isEmpty() ? record.header("WARC-Record-ID") : record.target();
        return Part.record(
                        place,
                        id.isEmpty() ? RecordIds.id(whole, record.position()) : id,
                        type,
                        new ByteArrayInputStream(body))
                .dated(record.header("WARC-Date"));
    }

    @Override
    public void close() {
        // The caller closes the body.
    }
}
