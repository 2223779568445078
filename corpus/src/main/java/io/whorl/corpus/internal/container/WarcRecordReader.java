package io.whorl.corpus.internal.container;

import io.whorl.corpus.format.TextConversionException;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.ObjLongConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.netpreserve.jwarc.MessageHeaders;
import org.netpreserve.jwarc.WarcParser;

/**
 * Splits a web archive into records. The library jwarc parses WARC headers. This class finds the ends of records,
 * because a wrong length must not end the reading, and because the reader of jwarc 0.36.0 delivers records twice if a
 * file ends with line feeds. Lengths are trusted until one is found to be wrong; from there on, a record ends where the
 * next one starts.
 */
final class WarcRecordReader {
    private static final int MAX_HEADER = 1 << 20;
    private static final int LINE_ENDS = 4;
    private static final byte[] NAME = {'W', 'A', 'R', 'C', '/'};
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    private final RecordBuffer bytes;
    private final int keep;
    private final ObjLongConsumer<String> damage;
    private final WarcParser parser = new WarcParser();
    private final boolean arc;
    /** Line ends before the first line of a record. */
    private final int newlines;

    private final int lookahead;

    private final ByteBuffer view;
    private boolean trusted = true;

    /**
     * @param keep the largest number of bytes kept of a block
     * @param damage receives details and positions of damage after which reading continues
     */
    WarcRecordReader(RecordBuffer bytes, int keep, ObjLongConsumer<String> damage) {
        this.bytes = bytes;
        view = ByteBuffer.wrap(bytes.buffer);
        this.keep = keep;
        this.damage = damage;
        parser.setLenient(true);
        byte[] first = ARC_FILE.getBytes(StandardCharsets.US_ASCII);
        bytes.look(first.length);
        arc = Arrays.equals(bytes.buffer, 0, Math.min(bytes.limit, first.length), first, 0, first.length);
        newlines = arc ? 1 : 2;
        lookahead = arc ? ARC_LONGEST : NAME.length;
    }

    Optional<WarcRecord> next() throws IOException {
        skipLineEnds();
        while (bytes.see(1)) {
            long position = bytes.position();
            bytes.begins(position + 1);
            try {
                return Optional.of(record(position, arc ? arcHeader() : warcHeader()));
            } catch (TextConversionException e) {
                damage.accept(e.getMessage() + "; skipped up to the next record", position);
                findNext();
            }
        }
        return Optional.empty();
    }

    private void skipLineEnds() throws IOException {
        while (bytes.see(1) && isLineEnd(bytes.buffer[bytes.at])) {
            bytes.at++;
        }
    }

    private static boolean isLineEnd(byte b) {
        return b == '\n' || b == '\r';
    }

    private MessageHeaders arcHeader() throws IOException, TextConversionException {
        bytes.look(ARC_LONGEST);
        Optional<MessageHeaders> header = arcHeader(bytes.buffer, bytes.at, bytes.limit);
        int end = RecordBuffer.lineEnd(bytes.buffer, bytes.at, bytes.limit);
        if (header.isEmpty()) {
            if (bytes.limit - bytes.at < ARC_LONGEST && end == bytes.limit) {
                bytes.at = bytes.limit;
                bytes.see(1);
                throw new EOFException("the header of the last record is truncated at byte " + bytes.position());
            }
            throw DumpReader.invalid("no record where one is expected, or a malformed header");
        }
        bytes.at = end + 1;
        return header.get();
    }

    private MessageHeaders warcHeader() throws IOException, TextConversionException {
        parser.reset();
        while (!parser.isFinished()) {
            if (!bytes.see(1)) {
                throw new EOFException("the header of the last record is truncated at byte " + bytes.position());
            }
            view.limit(bytes.limit).position(bytes.at);
            parser.parse(view);
            bytes.at = view.position();
            if (parser.isError()) {
                throw DumpReader.invalid("no record where one is expected, or a malformed header");
            }
            if (parser.position() > MAX_HEADER) {
                throw DumpReader.invalid("the header is longer than " + MAX_HEADER + " bytes");
            }
        }
        return parser.headers();
    }

    private WarcRecord record(long position, MessageHeaders headers) throws IOException, TextConversionException {
        if (!trusted) {
            return untilNext(position, headers);
        }
        long length = length(headers);
        byte[] block = bytes.take((int) Math.min(length, keep));
        if (isWrong(length, block)) {
            trusted = false;
            damage.accept(
                    "its length, " + length + " bytes, is wrong; from here on a record ends where the next one starts",
                    position);
            bytes.giveBack(block);
            return untilNext(position, headers);
        }
        bytes.confirm(block);
        bytes.skip(length - block.length);
        return new WarcRecord(position, headers, block, block.length == length);
    }

    /** Before a malformed ARC header, only the length tells where a record ends. */
    private boolean isWrong(long length, byte[] block) {
        boolean ended = block.length < Math.min(length, keep);
        boolean misplaced = !ended && length <= keep && !isNext();
        return arc ? (ended || misplaced) && isIn(block) : ended ? isIn(block) : misplaced;
    }

    private WarcRecord untilNext(long position, MessageHeaders headers) throws IOException {
        byte[] block = takeUntilNext();
        return new WarcRecord(position, headers, block, block.length < keep);
    }

    private static long length(MessageHeaders headers) throws TextConversionException {
        String length = headers.first("Content-Length").orElse("").strip();
        if (!NUMBER.matcher(length).matches()) {
            String shown = length.substring(0, Math.min(length.length(), 40));
            throw DumpReader.invalid("its length is \"" + shown + "\"");
        }
        return Long.parseLong(length);
    }

    // ---- the starts of records, without their lengths ----

    /**
     * True if a record starts here. A WARC record follows a blank line and starts with the name of the format. An ARC
     * record starts with a line that can only be a header.
     */
    private boolean begins(byte[] bytes, int from, int to) {
        return arc
                ? arcHeader(bytes, from, to).isPresent()
                : Arrays.equals(bytes, from, Math.min(to, from + NAME.length), NAME, 0, NAME.length);
    }

    private boolean isHere() {
        bytes.look(lookahead);
        return begins(bytes.buffer, bytes.at, bytes.limit);
    }

    /**
     * True if the line ends that follow a record are next, or, if a writer omitted some, the next record or the end.
     */
    private boolean isNext() {
        bytes.look(LINE_ENDS + lookahead);
        int ends = 0;
        int at = bytes.at;
        while (at < bytes.limit && isLineEnd(bytes.buffer[at])) {
            ends = newlines(ends, bytes.buffer[at]);
            at++;
        }
        return !arc && ends > 1 || at == bytes.limit || begins(bytes.buffer, at, bytes.limit);
    }

    private boolean isIn(byte[] block) {
        int ends = 0;
        boolean found = false;
        for (int i = 0; !found && i < block.length; i++) {
            ends = newlines(ends, block[i]);
            found = ends >= newlines && begins(block, i + 1, block.length);
        }
        return found;
    }

    /** Takes everything up to the next record or the end; returns the first bytes of it without the last line ends. */
    private byte[] takeUntilNext() throws IOException {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        int ends = 0;
        while (bytes.see(1) && !(ends >= newlines && isHere())) {
            byte b = bytes.buffer[bytes.at++];
            ends = newlines(ends, b);
            if (taken.size() < keep) {
                taken.write(b);
            }
        }
        byte[] block = taken.toByteArray();
        int end = block.length;
        for (int i = 0; i < newlines && end > 0 && block[end - 1] == '\n'; i++) {
            end -= end > 1 && block[end - 2] == '\r' ? 2 : 1;
        }
        return Arrays.copyOf(block, end);
    }

    /** Advances to the next line that starts a record, with or without a blank line before it, or to the end. */
    private void findNext() throws IOException {
        byte before = 0;
        while (bytes.see(1) && !(before == '\n' && isHere())) {
            before = bytes.buffer[bytes.at++];
        }
    }

    private static int newlines(int before, byte b) {
        return b == '\n' ? before + 1 : b == '\r' ? before : 0;
    }

    // ---- headers of ARC ----

    /** The longest line before an ARC record, in bytes. */
    private static final int ARC_LONGEST = 1 << 14;
    /** The start of the first record of every file, which describes the file. */
    private static final String ARC_FILE = "filedesc://";

    /**
     * The line before a record: address, IP address, date, media type, five more fields in version 2, and the length.
     * The last date counts, because crawlers wrote addresses with unescaped spaces. The length is looked for first:
     * without it, each date would be tried with the whole rest of the line.
     */
    private static final Pattern ARC_LINE = Pattern.compile(
            "(?=.* \\d{1,18}\\z)(.+) [0-9A-Fa-f]*[.:][0-9A-Fa-f.:]+ (\\d{8,17}) (.*) (\\d{1,18})", Pattern.DOTALL);

    /** The media type, and what version 2 adds: result, checksum, location, offset and file. */
    private static final int FIELDS_OF_VERSION_2 = 6;

    /** Parses the line that starts here; nothing if it does not precede an ARC record, or if it has no end. */
    private static Optional<MessageHeaders> arcHeader(byte[] bytes, int from, int to) {
        int end = RecordBuffer.lineEnd(bytes, from, Math.min(to, from + ARC_LONGEST));
        int last = end - 1 > from && bytes[end - 1] == '\r' ? end - 2 : end - 1;
        // Most lines do not end with a digit; this test is cheaper than parsing fields.
        boolean can = end < to && last > from && bytes[end] == '\n' && bytes[last] >= '0' && bytes[last] <= '9';
        return can
                ? arcHeader(new String(bytes, from, end - from, StandardCharsets.UTF_8).stripTrailing())
                : Optional.empty();
    }

    /** Returns the headers of a WARC record with the same content. */
    private static Optional<MessageHeaders> arcHeader(String line) {
        Matcher fields = ARC_LINE.matcher(line);
        if (!fields.matches()) {
            return Optional.empty();
        }
        String address = fields.group(1);
        String[] types = fields.group(3).split(" ", -1);
        String mediaType = types.length == FIELDS_OF_VERSION_2 ? types[0] : fields.group(3);
        boolean file = address.startsWith(ARC_FILE);
        String type = file || mediaType.equals("alexa/dat")
                ? mediaType
                : address.startsWith("dns:") ? "text/dns" : "application/http;msgtype=response";
        return Optional.of(MessageHeaders.of(
                "WARC-Type",
                file ? "warcinfo" : "response",
                "WARC-Target-URI",
                address,
                "WARC-Date",
                fields.group(2),
                "Content-Type",
                type,
                "Content-Length",
                fields.group(4)));
    }

    /**
     * A record of a web archive.
     *
     * @param position the offset of its first byte
     * @param block the bytes after its header, perhaps only the first ones
     * @param whole true if the block is complete
     */
    record WarcRecord(long position, MessageHeaders headers, byte[] block, boolean whole) {
        String header(String name) {
            return headers.first(name).orElse("").strip();
        }

        String type() {
            return header("WARC-Type");
        }

        /** The target without the angle brackets that some writers of WARC 1.0 add. */
        String target() {
            String uri = header("WARC-Target-URI");
            return uri.startsWith("<") && uri.endsWith(">") ? uri.substring(1, uri.length() - 1) : uri;
        }
    }
}
