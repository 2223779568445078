package io.whorl.corpus.internal.record;

import java.io.IOException;
import java.io.InputStream;

/** Reads lines, long ones in sections, with enough lookahead to detect the start of a mail. */
final class MboxLines {
    /** More than an envelope line and the name of the first field need. */
    private static final int LOOKAHEAD = 4_096;

    private static final byte[] FROM = {'F', 'r', 'o', 'm', ' '};
    private static final int MAX_NAME_LENGTH = 76;

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

    /** Advances to the next section; false if there is none. */
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
        // Only half of the buffer, so that the lookahead after the section remains.
        length = ends || atEnd ? end - at : (limit - at) / 2;
        return true;
    }

    /** The position after the line feed, or the end if there is none. */
    private static int lineEnd(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] != '\n') {
            i++;
        }
        return Math.min(i + 1, to);
    }

    private void fill() {
        if (limit - at >= LOOKAHEAD || atEnd) {
            return;
        }
        System.arraycopy(buffer, at, buffer, 0, limit - at);
        limit -= at;
        at = 0;
        while (limit < LOOKAHEAD && !atEnd) {
            int n = read();
            atEnd = n < 0;
            limit += Math.max(n, 0);
        }
    }

    /** Defers an error until the buffer is consumed, because the buffer may contain the end of a complete mail. */
    private int read() {
        try {
            return in.read(buffer, limit, buffer.length - limit);
        } catch (IOException e) {
            failure = e;
            return -1;
        }
    }

    /** True if the section starts a line. */
    boolean begins() {
        return begins;
    }

    /** True if a mail starts with this section. */
    boolean isMessage() {
        return begins && isMessage(buffer, at, limit);
    }

    /** True if the section is an empty line. */
    boolean isBlank() {
        return begins && ends && (length == 1 || length == 2 && buffer[at] == '\r');
    }

    /** The number of bytes that mboxrd added: one if the line is a quoted {@code From }. */
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

    /** The number of the line, from 1. */
    long line() {
        return line;
    }

    static boolean isMessage(byte[] bytes, int from, int to) {
        if (!starts(bytes, from, to)) {
            return false;
        }
        int header = lineEnd(bytes, from, to);
        int i = header;
        while (i < to && i - header <= MAX_NAME_LENGTH && bytes[i] > ' ' && bytes[i] < 127 && bytes[i] != ':') {
            i++;
        }
        // Some programs write a second, quoted envelope line before the header.
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
