package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.Skipped;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.netpreserve.jwarc.MessageHeaders;
import org.netpreserve.jwarc.WarcParser;

/**
 * Splits a web archive into records. The library jwarc parses WARC headers, and {@link ArcHeader} those of ARC. This
 * class finds the ends of records, because a wrong length must not end the reading, and because the reader of jwarc
 * 0.36.0 delivers records twice if a file ends with line feeds. Lengths are trusted until one is found to be wrong;
 * from there on, a record ends where the next one starts.
 */
final class WarcRecordReader {
    private static final int MAX_HEADER = 1 << 20;

    private final WarcBuffer bytes;
    private final int keep;
    private final Damage damage;
    private final WarcParser parser = new WarcParser();
    private final WarcBoundary boundary;
    private boolean trusted = true;
    private long started;

    /** Receives reports of damage after which reading continues. */
    interface Damage {
        void at(long position, String detail) throws IOException;
    }

    /** @param keep the largest number of bytes kept of a block */
    WarcRecordReader(WarcBuffer bytes, int keep, Damage damage) {
        this.bytes = bytes;
        this.keep = keep;
        this.damage = damage;
        parser.setLenient(true);
        byte[] first = ArcHeader.FILE.getBytes(StandardCharsets.US_ASCII);
        bytes.look(first.length);
        boolean arc = bytes.buffer().remaining() >= first.length
                && Arrays.equals(bytes.buffer().array(), 0, first.length, first, 0, first.length);
        boundary = arc ? WarcBoundary.ARC : WarcBoundary.WARC;
    }

    /** Returns the next record, or nothing at the end. */
    Optional<WarcRecord> next() throws IOException {
        skipLineEnds();
        while (bytes.see(1)) {
            long position = bytes.position();
            started = position;
            try {
                return Optional.of(record(position, boundary == WarcBoundary.ARC ? arcHeader() : warcHeader()));
            } catch (InvalidRecordException e) {
                damage.at(position, e.getMessage() + "; skipped up to the next record");
                boundary.find(bytes);
            }
        }
        return Optional.empty();
    }

    /** The position of the record that was read last, or of the damaged one that ended the reading. */
    long started() {
        return started;
    }

    private void skipLineEnds() throws IOException {
        while (bytes.see(1) && isLineEnd(bytes.buffer().get(bytes.buffer().position()))) {
            bytes.buffer().get();
        }
    }

    private static boolean isLineEnd(byte b) {
        return b == '\n' || b == '\r';
    }

    private MessageHeaders arcHeader() throws IOException {
        bytes.look(ArcHeader.LONGEST);
        ByteBuffer buffer = bytes.buffer();
        Optional<ArcHeader> header = ArcHeader.in(buffer.array(), buffer.position(), buffer.limit());
        if (header.isEmpty()) {
            if (buffer.remaining() < ArcHeader.LONGEST && lineEnd(buffer) < 0) {
                buffer.position(buffer.limit());
                bytes.see(1);
                throw new EOFException("the header of the last record is truncated at byte " + bytes.position());
            }
            throw new InvalidRecordException("no record where one is expected, or a malformed header");
        }
        buffer.position(buffer.position() + header.get().bytes());
        return header.get().headers();
    }

    private static int lineEnd(ByteBuffer buffer) {
        int at = buffer.position();
        while (at < buffer.limit() && buffer.get(at) != '\n') {
            at++;
        }
        return at < buffer.limit() ? at : -1;
    }

    private MessageHeaders warcHeader() throws IOException {
        parser.reset();
        while (!parser.isFinished()) {
            if (!bytes.see(1)) {
                throw new EOFException("the header of the last record is truncated at byte " + bytes.position());
            }
            parser.parse(bytes.buffer());
            if (parser.isError()) {
                throw new InvalidRecordException("no record where one is expected, or a malformed header");
            }
            if (parser.position() > MAX_HEADER) {
                throw new InvalidRecordException("the header is longer than " + MAX_HEADER + " bytes");
            }
        }
        return parser.headers();
    }

    private WarcRecord record(long position, MessageHeaders headers) throws IOException {
        if (!trusted) {
            return untilNext(position, headers);
        }
        long length = length(headers);
        byte[] block = bytes.take((int) Math.min(length, keep));
        if (isWrong(length, block)) {
            trusted = false;
            damage.at(
                    position,
                    "its length, " + length + " bytes, is wrong; from here on a record ends where the next one starts");
            bytes.giveBack(block);
            return untilNext(position, headers);
        }
        bytes.skip(length - block.length);
        return new WarcRecord(position, headers, block, block.length == length);
    }

    /** Before a malformed ARC header, only the length tells where a record ends. */
    private boolean isWrong(long length, byte[] block) {
        boolean ended = block.length < Math.min(length, keep);
        boolean misplaced = !ended && length <= keep && !boundary.isNext(bytes);
        return boundary == WarcBoundary.ARC
                ? (ended || misplaced) && boundary.isIn(block)
                : ended ? boundary.isIn(block) : misplaced;
    }

    private WarcRecord untilNext(long position, MessageHeaders headers) throws IOException {
        byte[] block = boundary.take(bytes, keep);
        return new WarcRecord(position, headers, block, block.length < keep);
    }

    private static long length(MessageHeaders headers) throws InvalidRecordException {
        String length = headers.first("Content-Length").orElse("").strip();
        NumberFormatException none = null;
        try {
            long number = Long.parseLong(length);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            none = e;
        }
        String shown = length.substring(0, Math.min(length.length(), 40));
        throw new InvalidRecordException(Skipped.Reason.INVALID, "its length is \"" + shown + "\"", none);
    }
}
