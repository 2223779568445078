package io.whorl.corpus.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Where WARC records begin, told without their lengths: behind a blank line, with the format's name. */
final class WarcBoundary {
    private static final int LINE_ENDS = 4;
    private static final byte[] NAME = {'W', 'A', 'R', 'C', '/'};

    private WarcBoundary() {}

    /** Whether the line ends that follow a record are next, or, where a writer put fewer, the next record or the end. */
    static boolean isNext(WarcBuffer bytes) {
        bytes.look(LINE_ENDS + NAME.length);
        ByteBuffer sight = bytes.sight();
        int newlines = 0;
        int at = sight.position();
        while (at < sight.limit() && (sight.get(at) == '\n' || sight.get(at) == '\r')) {
            newlines = newlines(newlines, sight.get(at));
            at++;
        }
        return newlines > 1 || at == sight.limit() || isName(sight.array(), at, sight.limit());
    }

    /** Whether a record begins somewhere in these bytes. */
    static boolean isIn(byte[] bytes) {
        int newlines = 0;
        boolean found = false;
        for (int i = 0; !found && i < bytes.length; i++) {
            newlines = newlines(newlines, bytes[i]);
            found = newlines > 1 && isName(bytes, i + 1, bytes.length);
        }
        return found;
    }

    /** Takes all up to where the next record begins, or to the end, and keeps the first of it. */
    static byte[] take(WarcBuffer bytes, int keep) throws IOException {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        int newlines = 0;
        while (bytes.see(NAME.length)
                && !(newlines > 1 && isName(bytes.sight().array(), bytes.sight().position(), bytes.sight().limit()))) {
            byte b = bytes.sight().get();
            newlines = newlines(newlines, b);
            if (taken.size() < keep) {
                taken.write(b);
            }
        }
        return withoutLineEnds(taken.toByteArray());
    }

    /** Goes to where a line begins with the format's name, blank line or not, or to the end. */
    static void find(WarcBuffer bytes) throws IOException {
        byte before = 0;
        while (bytes.see(NAME.length)
                && !(before == '\n' && isName(bytes.sight().array(), bytes.sight().position(), bytes.sight().limit()))) {
            before = bytes.sight().get();
        }
    }

    private static int newlines(int before, byte b) {
        return b == '\n' ? before + 1 : b == '\r' ? before : 0;
    }

    /** The two that follow every record are none of its own. */
    private static byte[] withoutLineEnds(byte[] block) {
        int end = block.length;
        for (int i = 0; i < 2 && end > 0 && block[end - 1] == '\n'; i++) {
            end -= end > 1 && block[end - 2] == '\r' ? 2 : 1;
        }
        return Arrays.copyOf(block, end);
    }

    private static boolean isName(byte[] bytes, int from, int to) {
        boolean same = from + NAME.length <= to;
        for (int i = 0; same && i < NAME.length; i++) {
            same = bytes[from + i] == NAME[i];
        }
        return same;
    }
}
