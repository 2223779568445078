package io.whorl.corpus.record;

import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;
import org.netpreserve.jwarc.WarcParser;

/**
 * Finds the records. Headers are jwarc's to parse; where one ends and the next begins is found here, because a wrong length
 * must not end the reading, and because jwarc 0.36.0's reader gives records twice where line feeds end a file.
 * Lengths are believed until one is seen to be wrong; from there on a record ends where the next one begins.
 */
final class WarcFraming {
    private static final int LONGEST_HEADER = 1 << 20;

    private final WarcBuffer bytes;
    private final int keep;
    private final Damage damage;
    private final WarcParser parser = new WarcParser();
    private boolean trusted = true;

    /** Where damage is reported that reading goes on behind. */
    interface Damage {
        void at(long position, String detail);
    }

    /** @param keep of longer blocks only so many bytes are kept */
    WarcFraming(WarcBuffer bytes, int keep, Damage damage) {
        this.bytes = bytes;
        this.keep = keep;
        this.damage = damage;
        parser.setLenient(true);
    }

    /** The next record, or nothing at the end. */
    Optional<WarcRecord> next() throws IOException {
        skipLineEnds();
        while (bytes.see(1)) {
            long position = bytes.position();
            try {
                parseHeader();
                return Optional.of(record(position));
            } catch (InvalidRecordException e) {
                damage.at(position, e.getMessage());
                WarcBoundary.find(bytes);
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

    private void parseHeader() throws IOException {
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
    }

    private WarcRecord record(long position) throws IOException {
        boolean arc = parser.version().getProtocol().equals("ARC");
        if (!trusted && !arc) {
            return untilNext(position);
        }
        long length = length();
        byte[] block = bytes.take((int) Math.min(length, keep));
        boolean ended = block.length < Math.min(length, keep);
        if (!arc && (ended ? WarcBoundary.isIn(block) : length <= keep && !WarcBoundary.isNext(bytes))) {
            trusted = false;
            damage.at(position, "its length, " + length
                    + " bytes, is wrong; from here on a record ends where the next one begins");
            bytes.giveBack(block);
            return untilNext(position);
        }
        bytes.skip(length - block.length);
        return new WarcRecord(position, parser.headers(), block, block.length == length);
    }

    private WarcRecord untilNext(long position) throws IOException {
        byte[] block = WarcBoundary.take(bytes, keep);
        return new WarcRecord(position, parser.headers(), block, block.length < keep);
    }

    private long length() throws InvalidRecordException {
        String length = parser.headers().first("Content-Length").orElse("").strip();
        try {
            long number = Long.parseLong(length);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Told below, together with negative ones.
        }
        throw new InvalidRecordException("its length is \"" + length.substring(0, Math.min(length.length(), 40)) + "\"");
    }
}
