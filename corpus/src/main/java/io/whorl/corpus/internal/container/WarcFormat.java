package io.whorl.corpus.internal.container;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.internal.container.WarcRecordReader.WarcRecord;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.commons.compress.compressors.deflate.DeflateCompressorInputStream;
import org.apache.commons.compress.compressors.deflate.DeflateParameters;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.LengthedBody;
import org.netpreserve.jwarc.MediaType;

/**
 * Web archives: WARC (ISO 28500, 0.17 to 1.1), WET, and the older ARC. A response, resource or conversion with text is
 * a document, and its address is the id.
 */
final class WarcFormat implements RecordFormat {
    private static final Pattern WARC = Pattern.compile("WARC/\\d+\\.\\d+\\s.*", Pattern.DOTALL);

    @Override
    public String name() {
        return "warc";
    }

    @Override
    public boolean recognises(Head head) {
        String first = head.latin1();
        return WARC.matcher(first).matches()
                || first.startsWith("filedesc://")
                || DumpStart.isEmpty(head, "warc", "arc", "wet");
    }

    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        return new WarcPartReader(whole, context);
    }

    /** A damaged part counts as a record. */
    @Override
    public Optional<Copying> copying(Part whole, FormatOptions options) {
        RecordBuffer bytes = new RecordBuffer(whole.body());
        return Optional.of((choice, out) -> bytes.copy(choice, out, () -> {
            WarcRecordReader records = new WarcRecordReader(bytes, keep(options), (detail, position) -> {});
            while (records.next().isPresent()) {}
        }));
    }

    @Override
    public boolean isNumberedByPosition() {
        return true;
    }

    /** The number of bytes kept of a record: the largest document, and room for an HTTP header before it. */
    private static int keep(FormatOptions options) {
        return (int) Math.min(Integer.MAX_VALUE - 64, options.maxDocument() + (1L << 20));
    }

    /** Reads the records of a web archive; reports those without text. */
    private static final class WarcPartReader extends DumpReader {
        private final WarcRecordReader framing;
        private Optional<WarcRecord> current = Optional.empty();

        WarcPartReader(Part whole, ReadContext context) {
            super(whole, context);
            framing = new WarcRecordReader(
                    new RecordBuffer(whole.body()),
                    keep(options),
                    (detail, at) -> context.skip(place(at), at + 1, Reason.DAMAGED, detail));
        }

        private String place(long position) {
            return whole.place() + "@" + position;
        }

        @Override
        boolean advance() throws IOException {
            current = framing.next();
            return current.isPresent();
        }

        @Override
        long number() {
            return current.orElseThrow().position() + 1;
        }

        @Override
        String place() {
            return place(current.orElseThrow().position());
        }

        @Override
        Optional<Part> record() throws TextConversionException {
            WarcRecord record = current.orElseThrow();
            requireDocument(record);
            String type = record.header("Content-Type");
            InputStream content = new ByteArrayInputStream(record.block());
            byte[] body;
            try {
                if (MediaType.parseLeniently(type).base().equals(MediaType.HTTP)) {
                    HttpResponse response = response(record.block());
                    type = response.headers().first("Content-Type").orElse("").strip();
                    content =
                            decode(response.body().stream(), response.headers().all("Content-Encoding"));
                }
                try (InputStream bytes = content) {
                    requireText(TextMediaTypes.isText(type), type);
                    requireSize(record.whole());
                    body = bytes.readNBytes(options.maxDocument() + 1);
                }
            } catch (IOException | RuntimeException e) {
                // Parsers fail on web content in many ways; none of them may end the reading.
                throw new TextConversionException(
                        Reason.INVALID, "its payload cannot be decoded: " + e.getMessage(), e);
            }
            requireSize(body.length <= options.maxDocument());
            requireText(TextMediaTypes.agree(body, type), type);
            return Optional.of(part(record, type, body));
        }

        private static HttpResponse response(byte[] block) throws IOException, TextConversionException {
            ReadableByteChannel bytes = Channels.newChannel(new ByteArrayInputStream(block));
            // The length of the block counts, not the one that the server stated.
            HttpResponse response =
                    HttpResponse.parse(LengthedBody.create(bytes, ByteBuffer.allocate(0), block.length));
            if (response.status() < 100) {
                throw DumpReader.invalid("it contains no HTTP response");
            }
            if (response.status() < 200 || response.status() > 299) {
                throw new TextConversionException(Reason.LEFT_OUT, "HTTP status " + response.status());
            }
            return response;
        }

        private static void requireDocument(WarcRecord record) throws TextConversionException {
            String target = record.target();
            switch (record.type()) {
                case "response", "resource", "conversion" -> {
                    boolean ofTheCrawl = target.startsWith("dns:")
                            || target.startsWith("metadata:")
                            || TextMediaTypes.base(record.header("Content-Type"))
                                    .equals("text/dns");
                    if (ofTheCrawl) {
                        throw new TextConversionException(Reason.LEFT_OUT, "a " + record.type() + " about the crawl");
                    }
                }
                case "revisit" -> throw new TextConversionException(Reason.POINTER, "a revisit of an earlier record");
                case "continuation" -> throw DumpReader.invalid("a continuation; segmented records are not joined");
                default ->
                    throw new TextConversionException(
                            Reason.LEFT_OUT, "a record of the type \"" + record.type() + "\"");
            }
        }

        private static void requireText(boolean text, String mediaType) throws TextConversionException {
            if (!text) {
                throw new TextConversionException(Reason.NOT_TEXT, "of the media type \"" + mediaType + "\"");
            }
        }

        private void requireSize(boolean fits) throws TextConversionException {
            if (!fits) {
                throw DumpReader.tooLarge(options);
            }
        }

        private Part part(WarcRecord record, String mediaType, byte[] body) {
            boolean wet = record.type().equals("conversion") && mediaType.equalsIgnoreCase("text/plain");
            String type = wet ? Part.TEXT : TextMediaTypes.isUnknown(mediaType) ? "" : mediaType;
            String id = record.target().isEmpty() ? record.header("WARC-Record-ID") : record.target();
            return part(id.isEmpty() ? id(whole, record.position()) : id, type, body, record.header("WARC-Date"));
        }
    }

    private static final Set<String> UNREADABLE = Set.of("""
            br compress x-compress sdch dcb dcz exi pack200-gzip aes128gcm lzma bzip2
            """.split("\\s+"));

    /**
     * Decodes HTTP content codings (RFC 9110, 8.4.1). The deflate decoder of jwarc hangs on truncated data. Crawlers
     * often store a decoded body with the original header, so gzip, zlib and zstd are decoded only if the body starts
     * like them. The caller must close the stream, because decoders hold memory outside the heap.
     *
     * @param headers values of Content-Encoding, each with one or more codings, in the order in which they were applied
     */
    private static InputStream decode(InputStream body, List<String> headers)
            throws IOException, TextConversionException {
        String[] codings = String.join(",", headers).toLowerCase(Locale.ROOT).split(",");
        InputStream decoded = body;
        for (int i = codings.length - 1; i >= 0; i--) {
            decoded = decode(new BufferedInputStream(decoded), codings[i].strip());
        }
        return decoded;
    }

    private static InputStream decode(BufferedInputStream body, String coding)
            throws IOException, TextConversionException {
        if (UNREADABLE.contains(coding)) {
            throw new TextConversionException(Reason.NO_READER, "its content coding is " + coding);
        }
        body.mark(4);
        byte[] first = body.readNBytes(4);
        body.reset();
        int begin = first.length < 4 ? 0 : ((first[0] & 0xff) << 8) | (first[1] & 0xff);
        return switch (coding) {
            case "gzip", "x-gzip" -> begin == 0x1f8b ? new GunzipStream(body) : body;
            case "zstd" -> begin == 0x28b5 ? ContainerFormats.unzstd(body) : body;
            // The standard means the zlib format, but some servers send raw deflate data.
            case "deflate" -> {
                DeflateParameters format = new DeflateParameters();
                format.setWithZlibHeader(begin >> 8 == 0x78 && begin % 31 == 0);
                yield new DeflateCompressorInputStream(body, format);
            }
            default -> body;
        };
    }

    /** Decides which media types on the web contain prose, and whether bytes can be text. */
    private static final class TextMediaTypes {
        private static final Set<String> NOT_PROSE = Set.of("""
                text/css text/javascript text/ecmascript text/x-javascript text/calendar text/vcard text/x-vcard
                text/x-component text/dns text/event-stream text/json text/xml text/xsl
                """.split("\\s+"));
        private static final Pattern UNKNOWN =
                Pattern.compile("[^/]*|(?:application|binary)/octet-stream|(?:application|unknown)/unknown");
        /** Texts with NULs. */
        private static final Pattern WIDE = Pattern.compile("(?i)utf-16|utf-32|ucs-2");

        private static final Pattern DOCUMENTS = Pattern.compile("application/(pdf|rtf|msword|epub\\+zip|xhtml\\+xml"
                + "|vnd\\.oasis\\.opendocument\\..*|vnd\\.openxmlformats-officedocument\\..*"
                + "|vnd\\.ms-(powerpoint|excel|word).*)");
        private static final int EXAMINED = 4_096;

        /** The type without parameters, in lower case. */
        static String base(String mediaType) {
            int end = mediaType.indexOf(';');
            return (end < 0 ? mediaType : mediaType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        }

        /** True if the type does not tell what the bytes are. */
        static boolean isUnknown(String mediaType) {
            return UNKNOWN.matcher(base(mediaType)).matches();
        }

        /** True if documents of this type can contain prose. */
        static boolean isText(String mediaType) {
            String base = base(mediaType);
            return isUnknown(mediaType)
                    || base.startsWith("text/") && !NOT_PROSE.contains(base)
                    || DOCUMENTS.matcher(base).matches();
        }

        /** True if the bytes agree with the media type: text has no NULs, except in UTF-16 and UTF-32. */
        static boolean agree(byte[] bytes, String mediaType) {
            String base = base(mediaType);
            String first = new String(bytes, 0, Math.min(bytes.length, EXAMINED), StandardCharsets.ISO_8859_1);
            return first.indexOf('\0') < 0
                    || first.startsWith("\u00ff\u00fe")
                    || first.startsWith("\u00fe\u00ff")
                    || WIDE.matcher(mediaType).find()
                    || DOCUMENTS.matcher(base).matches() && !base.equals("application/xhtml+xml");
        }
    }
}
