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
 * Finds the records. jwarc parses WARC headers, {@link ArcHeader} those of ARC. Where a record ends and the next begins
 * is found here, because a wrong length must not end the reading, and because jwarc 0.36.0's reader gives records twice
 * where line feeds end a file. Lengths are believed until one is seen to be wrong; from there on a record ends where
 * the next one begins.
 */
final class WarcRecordReader {
    private static final int LONGEST_HEADER = 1 << 20;

    private final WarcBuffer bytes;
    private final int keep;
    private final Damage damage;
    private final WarcParser parser = new WarcParser();
    private final WarcBoundary boundary;
    private boolean trusted = true;

    /** Where damage is reported that reading goes on behind. */
    interface Damage {
        void at(long position, String detail);
    }

    /** @param keep of longer blocks only so many bytes are kept */
    WarcRecordReader(WarcBuffer bytes, int keep, Damage damage) {
        this.bytes = bytes;
        this.keep = keep;
        this.damage = damage;
        parser.setLenient(true);
        byte[] first = ArcHeader.FILE.getBytes(StandardCharsets.US_ASCII);
        bytes.look(first.length);
        boolean arc = bytes.sight().remaining() >= first.length
                && Arrays.equals(bytes.sight().array(), 0, first.length, first, 0, first.length);
        boundary = arc ? WarcBoundary.ARC : WarcBoundary.WARC;
    }

    /** The next record, or nothing at the end. */
    Optional<WarcRecord> next() throws IOException {
        skipLineEnds();
        while (bytes.see(1)) {
            long position = bytes.position();
            try {
                return Optional.of(record(position, boundary == WarcBoundary.ARC ? arcHeader() : warcHeader()));
            } catch (InvalidRecordException e) {
                damage.at(position, e.getMessage() + "; passed over up to where the next record begins");
                boundary.find(bytes);
            }
        }
        return Optional.empty();
    }

    private void skipLineEnds() throws IOException {
        while (bytes.see(1) && isLineEnd(bytes.sight().get(bytes.sight().position()))) {
            bytes.sight().get();
        }
    }

    private static boolean isLineEnd(byte b) {
        return b == '\n' || b == '\r';
    }

    private MessageHeaders arcHeader() throws IOException {
        bytes.look(ArcHeader.LONGEST);
        ByteBuffer sight = bytes.sight();
        Optional<ArcHeader> header = ArcHeader.in(sight.array(), sight.position(), sight.limit());
        if (header.isEmpty()) {
            if (sight.remaining() < ArcHeader.LONGEST && lineEnd(sight) < 0) {
                sight.position(sight.limit());
                bytes.see(1);
                throw new EOFException("the last record's header breaks off at byte " + bytes.position());
            }
            throw new InvalidRecordException("no record where one should begin, or a malformed header");
        }
        sight.position(sight.position() + header.get().bytes());
        return header.get().headers();
    }

    private static int lineEnd(ByteBuffer sight) {
        int at = sight.position();
        while (at < sight.limit() && sight.get(at) != '\n') {
            at++;
        }
        return at < sight.limit() ? at : -1;
    }

    private MessageHeaders warcHeader() throws IOException {
        parser.reset();
        while (!parser.isFinished()) {
            if (!bytes.see(1)) {
                throw new EOFException("the last record's header breaks off at byte " + bytes.position());
            }
            parser.parse(bytes.sight());
            if (parser.isError()) {
                throw new InvalidRecordException("no record where one should begin, or a malformed header");
            }
            if (parser.position() > LONGEST_HEADER) {
                throw new InvalidRecordException("the header is longer than " + LONGEST_HEADER + " bytes");
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
                    "its length, " + length + " bytes, is wrong; from here on a record ends where the next one begins");
            bytes.giveBack(block);
            return untilNext(position, headers);
        }
        bytes.skip(length - block.length);
        return new WarcRecord(position, headers, block, block.length == length);
    }

    /** Where a malformed ARC header follows, nothing but the length tells where the record before it ends. */
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
