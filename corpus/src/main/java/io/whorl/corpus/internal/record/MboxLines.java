package io.whorl.corpus.internal.record;

import java.io.IOException;
import java.io.InputStream;

/**
 * Lines of a stream, in pieces where they are long, with enough of what follows in sight to tell where a mail begins.
 */
final class MboxLines {
    /** A line of the envelope and the name of the first field are shorter together. */
    private static final int SIGHT = 4_096;

    private static final byte[] FROM = {'F', 'r', 'o', 'm', ' '};
    private static final int LONGEST_NAME = 76;

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int limit;
    private boolean atEnd;
    private IOException failure;
    private int length;
    private long line;
    private boolean begins = true;
    private boolean ends = true;

    MboxLines(InputStream in) {
        this.in = in;
    }

    /** Goes to the next piece; false if there is none. */
    boolean next() throws IOException {
        at += length;
        length = 0;
        fill();
        if (at == limit) {
            if (failure != null) {
                throw failure;
            }
            return false;
        }
        begins = ends;
        line += begins ? 1 : 0;
        int end = lineEnd(buffer, at, limit);
        ends = buffer[end - 1] == '\n';
        // Not all that is in sight, so that what follows the piece stays in sight too.
        length = ends || atEnd ? end - at : (limit - at) / 2;
        return true;
    }

    /** Behind the line feed, or the end where there is none. */
    private static int lineEnd(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] != '\n') {
            i++;
        }
        return Math.min(i + 1, to);
    }

    private void fill() {
        if (limit - at >= SIGHT || atEnd) {
            return;
        }
        System.arraycopy(buffer, at, buffer, 0, limit - at);
        limit -= at;
        at = 0;
        while (limit < SIGHT && !atEnd) {
            int n = read();
            atEnd = n < 0;
            limit += Math.max(n, 0);
        }
    }

    /** What is in sight is given before an error in what follows: it may hold the ends of mails that are whole. */
    private int read() {
        try {
            return in.read(buffer, limit, buffer.length - limit);
        } catch (IOException e) {
            failure = e;
            return -1;
        }
    }

    /** Whether the piece is a line's beginning. */
    boolean begins() {
        return begins;
    }

    /** Whether the piece is a line's beginning, and there a mail begins. */
    boolean isMessage() {
        return begins && isMessage(buffer, at, limit);
    }

    /** Whether the piece is a line of nothing but its end. */
    boolean isBlank() {
        return begins && ends && (length == 1 || length == 2 && buffer[at] == '\r');
    }

    /** How many bytes of the piece mboxrd has put before it: one, where it is a quoted {@code From }. */
    int quotes() {
        int i = at;
        while (i < limit && buffer[i] == '>') {
            i++;
        }
        return begins && i > at && starts(buffer, i, limit) ? 1 : 0;
    }

    byte[] buffer() {
        return buffer;
    }

    int from() {
        return at;
    }

    int length() {
        return length;
    }

    /** From 1. */
    long line() {
        return line;
    }

    static boolean isMessage(byte[] bytes, int from, int to) {
        if (!starts(bytes, from, to)) {
            return false;
        }
        int header = lineEnd(bytes, from, to);
        int i = header;
        while (i < to && i - header <= LONGEST_NAME && bytes[i] > ' ' && bytes[i] < 127 && bytes[i] != ':') {
            i++;
        }
        // Some put a second, quoted line of the envelope before the header.
        boolean quoted = header < to && bytes[header] == '>' && starts(bytes, header + 1, to);
        return quoted || i > header && i < to && bytes[i] == ':';
    }

    private static boolean starts(byte[] bytes, int from, int to) {
        boolean same = from + FROM.length <= to;
        for (int i = 0; same && i < FROM.length; i++) {
            same = bytes[from + i] == FROM[i];
        }
        return same;
    }
}
