package io.whorl.corpus.internal.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Where the records of a web archive begin, told without their lengths: at the start of a line, a WARC record behind a
 * blank line with the format's name, an ARC record with a line that can only be its header.
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

    /** Line ends before a record's first line. */
    private final int newlines;
    /** Bytes that show whether a record begins. */
    private final int shown;

    WarcBoundary(int newlines, int shown) {
        this.newlines = newlines;
        this.shown = shown;
    }

    /** Whether a record begins with these bytes. */
    abstract boolean begins(byte[] bytes, int from, int to);

    /**
     * Whether the line ends that follow a record are next, or, where a writer put fewer, the next record or the end.
     */
    boolean isNext(WarcBuffer bytes) {
        bytes.look(LINE_ENDS + shown);
        ByteBuffer sight = bytes.sight();
        int ends = 0;
        int at = sight.position();
        while (at < sight.limit() && (sight.get(at) == '\n' || sight.get(at) == '\r')) {
            ends = newlines(ends, sight.get(at));
            at++;
        }
        return this == WARC && ends > 1 || at == sight.limit() || begins(sight.array(), at, sight.limit());
    }

    /** Whether a record begins somewhere in these bytes. */
    boolean isIn(byte[] bytes) {
        int ends = 0;
        boolean found = false;
        for (int i = 0; !found && i < bytes.length; i++) {
            ends = newlines(ends, bytes[i]);
            found = ends >= newlines && begins(bytes, i + 1, bytes.length);
        }
        return found;
    }

    /** Takes all up to where the next record begins, or to the end, and keeps the first of it. */
    byte[] take(WarcBuffer bytes, int keep) throws IOException {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        int ends = 0;
        while (bytes.see(1) && !(ends >= newlines && isHere(bytes))) {
            byte b = bytes.sight().get();
            ends = newlines(ends, b);
            if (taken.size() < keep) {
                taken.write(b);
            }
        }
        return withoutLineEnds(taken.toByteArray());
    }

    /** Goes to the next line with which a record begins, blank line or not, or to the end. */
    void find(WarcBuffer bytes) throws IOException {
        byte before = 0;
        while (bytes.see(1) && !(before == '\n' && isHere(bytes))) {
            before = bytes.sight().get();
        }
    }

    private boolean isHere(WarcBuffer bytes) {
        bytes.look(shown);
        return begins(
                bytes.sight().array(), bytes.sight().position(), bytes.sight().limit());
    }

    private static int newlines(int before, byte b) {
        return b == '\n' ? before + 1 : b == '\r' ? before : 0;
    }

    /** Those that follow every record are none of its own. */
    private byte[] withoutLineEnds(byte[] block) {
        int end = block.length;
        for (int i = 0; i < newlines && end > 0 && block[end - 1] == '\n'; i++) {
            end -= end > 1 && block[end - 2] == '\r' ? 2 : 1;
        }
        return Arrays.copyOf(block, end);
    }
}
