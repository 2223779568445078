package io.whorl.corpus.internal.container;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Decompresses all concatenated gzip members (RFC 1952). Unlike {@link java.util.zip.GZIPInputStream}, it does not take
 * the damaged header of a later member for the end of the data, and it delivers the bytes that precede an error; the
 * error comes with the next read.
 */
public final class GunzipStream extends BlockInputStream {
    private static final int BUFFER = 1 << 16;
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int MOST_STARTS = 1 << 16;

    private final byte[] input = new byte[BUFFER];
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private int at;
    private int limit;
    private boolean inMember;
    private ZipException damage;
    /** Bytes that were read into the input buffer, and bytes that were delivered. */
    private long read;

    private long delivered;

    /** The starts of the members that were read and not yet asked for; of very many only some are kept. */
    private Optional<ArrayDeque<Start>> starts = Optional.empty();

    /** @param plain the number of bytes that the members before it unpack to */
    private record Start(long stored, long plain) {}

    public GunzipStream(InputStream in) {
        super(in);
    }

    /** Keeps the starts of members for {@link #member} from now on. */
    public void keepStarts() {
        starts = Optional.of(new ArrayDeque<>());
    }

    /**
     * Returns the position of the member that starts with a byte of the unpacked content; empty if none does.
     *
     * @param plain not before that of the last call
     */
    public OptionalLong member(long plain) {
        ArrayDeque<Start> kept = starts.orElseThrow();
        while (!kept.isEmpty() && kept.getFirst().plain < plain) {
            kept.removeFirst();
        }
        return !kept.isEmpty() && kept.getFirst().plain == plain
                ? OptionalLong.of(kept.getFirst().stored)
                : OptionalLong.empty();
    }

    private void add(Start start, ArrayDeque<Start> kept) {
        // Empty members belong to the member after them.
        if (kept.isEmpty() || kept.getLast().plain < start.plain) {
            if (kept.size() == MOST_STARTS) {
                kept.removeLast();
            }
            kept.addLast(start);
        }
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        while (inMember || nextMember()) {
            int n = inflate(b, off, len);
            if (n > 0 || len == 0) {
                crc.update(b, off, n);
                delivered += n;
                return n;
            }
            if (damage != null) {
                throw damage;
            }
            if (inflater.finished()) {
                at = limit - inflater.getRemaining();
                checkTrailer();
                inMember = false;
            } else if (inflater.needsDictionary()) {
                throw new ZipException("the gzip data need a dictionary");
            } else if (inflater.needsInput()) {
                fill();
                inflater.setInput(input, at, limit - at);
            }
        }
        return -1;
    }

    private int inflate(byte[] b, int off, int len) {
        if (damage != null) {
            return 0;
        }
        long before = inflater.getBytesWritten();
        try {
            return inflater.inflate(b, off, len);
        } catch (DataFormatException e) {
            damage = new ZipException("damaged gzip data: " + e.getMessage());
            damage.initCause(e);
            return (int) (inflater.getBytesWritten() - before);
        }
    }

    /** Advances to the data of the next member; false at the end of the file, which may be padded with zeros. */
    private boolean nextMember() throws IOException {
        int first;
        do {
            if (at == limit && !refill()) {
                return false;
            }
            first = input[at++] & 0xff;
        } while (first == 0);
        long start = read - limit + at - 1;
        if (first != 0x1f || byteIn() != 0x8b) {
            throw new ZipException("the gzip data are followed by other bytes");
        }
        skipHeader();
        inflater.reset();
        inflater.setInput(input, at, limit - at);
        crc.reset();
        inMember = true;
        starts.ifPresent(kept -> add(new Start(start, delivered), kept));
        return true;
    }

    private void skipHeader() throws IOException {
        int method = byteIn();
        if (method != 8) {
            throw new ZipException("the gzip compression method is " + method + "; only 8 is defined");
        }
        int flags = byteIn();
        skip(6);
        if ((flags & EXTRA) != 0) {
            skip(byteIn() | (byteIn() << 8));
        }
        for (int strings = Integer.bitCount(flags & (NAME | COMMENT)); strings > 0; strings--) {
            while (byteIn() != 0) {}
        }
        skip((flags & HEADER_CRC) != 0 ? 2 : 0);
    }

    private void checkTrailer() throws IOException {
        long sum = intIn() & 0xffff_ffffL;
        int size = intIn();
        if (sum != crc.getValue() || size != (int) inflater.getBytesWritten()) {
            throw new ZipException("the gzip checksum does not match; documents already read from here may be wrong");
        }
    }

    private int intIn() throws IOException {
        return byteIn() | (byteIn() << 8) | (byteIn() << 16) | (byteIn() << 24);
    }

    private void skip(int bytes) throws IOException {
        for (int i = 0; i < bytes; i++) {
            byteIn();
        }
    }

    private int byteIn() throws IOException {
        if (at == limit) {
            fill();
        }
        return input[at++] & 0xff;
    }

    private void fill() throws IOException {
        if (!refill()) {
            throw new EOFException("the gzip data are truncated");
        }
    }

    private boolean refill() throws IOException {
        at = 0;
        limit = Math.max(0, in.read(input, 0, input.length));
        read += limit;
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        super.close();
    }
}
