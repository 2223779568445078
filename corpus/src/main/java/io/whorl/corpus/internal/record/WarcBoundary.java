package io.whorl.corpus.internal.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Detects the starts of records in a web archive without their lengths. A WARC record follows a blank line and starts
 * with the name of the format. An ARC record starts with a line that can only be a header.
 */
enum WarcBoundary {
    WARC(2, 5) {
        @Override
        boolean begins(byte[] bytes, int from, int to) {
            return Arrays.equals(bytes, from, Math.min(to, from + NAME.length), NAME, 0, NAME.length);
        }
    },
    ARC(1, ArcHeader.LONGEST) {
        @Override
        boolean begins(byte[] bytes, int from, int to) {
            return ArcHeader.in(bytes, from, to).isPresent();
        }
    };

    private static final int LINE_ENDS = 4;
    private static final byte[] NAME = {'W', 'A', 'R', 'C', '/'};

    /** Line ends before the first line of a record. */
    private final int newlines;
    /** Bytes needed to detect the start of a record. */
    private final int lookahead;

    WarcBoundary(int newlines, int lookahead) {
        this.newlines = newlines;
        this.lookahead = lookahead;
    }

    /** True if a record starts with these bytes. */
    abstract boolean begins(byte[] bytes, int from, int to);

    /**
     * True if the line ends that follow a record are next, or, if a writer omitted some, the next record or the end.
     */
    boolean isNext(WarcBuffer bytes) {
        bytes.look(LINE_ENDS + lookahead);
        ByteBuffer buffer = bytes.buffer();
        int ends = 0;
        int at = buffer.position();
        while (at < buffer.limit() && (buffer.get(at) == '\n' || buffer.get(at) == '\r')) {
            ends = newlines(ends, buffer.get(at));
            at++;
        }
        return this == WARC && ends > 1 || at == buffer.limit() || begins(buffer.array(), at, buffer.limit());
    }

    /** True if a record starts somewhere in these bytes. */
    boolean isIn(byte[] bytes) {
        int ends = 0;
        boolean found = false;
        for (int i = 0; !found && i < bytes.length; i++) {
            ends = newlines(ends, bytes[i]);
            found = ends >= newlines && begins(bytes, i + 1, bytes.length);
        }
        return found;
    }

    /** Takes everything up to the next record or the end; returns the first bytes of it. */
    byte[] take(WarcBuffer bytes, int keep) throws IOException {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        int ends = 0;
        while (bytes.see(1) && !(ends >= newlines && isHere(bytes))) {
            byte b = bytes.buffer().get();
            ends = newlines(ends, b);
            if (taken.size() < keep) {
                taken.write(b);
            }
        }
        return withoutLineEnds(taken.toByteArray());
    }

    /** Advances to the next line that starts a record, with or without a blank line before it, or to the end. */
    void find(WarcBuffer bytes) throws IOException {
        byte before = 0;
        while (bytes.see(1) && !(before == '\n' && isHere(bytes))) {
            before = bytes.buffer().get();
        }
    }

    private boolean isHere(WarcBuffer bytes) {
        bytes.look(lookahead);
        return begins(
                bytes.buffer().array(),
                bytes.buffer().position(),
                bytes.buffer().limit());
    }

    private static int newlines(int before, byte b) {
        return b == '\n' ? before + 1 : b == '\r' ? before : 0;
    }

    /** Removes the line ends that follow every record. */
    private byte[] withoutLineEnds(byte[] block) {
        int end = block.length;
        for (int i = 0; i < newlines && end > 0 && block[end - 1] == '\n'; i++) {
            end -= end > 1 && block[end - 2] == '\r' ? 2 : 1;
        }
        return Arrays.copyOf(block, end);
    }
}
