package io.whorl.corpus.internal.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The bytes of a mail, followed in step with its parser, which does not tell where it is. Each part that the parser
 * returns must be the bytes at the current place; otherwise no place of the mail is known.
 */
final class MailSource {
    private final byte[] mail;
    private final Deque<byte[]> boundaries = new ArrayDeque<>();
    private int at;
    private boolean failed;

    MailSource(byte[] mail) {
        this.mail = mail;
    }

    boolean isFailed() {
        return failed;
    }

    void fail() {
        failed = true;
    }

    byte[] bytes() {
        return mail;
    }

    /** A header field without the end of its line. Returns its first byte. */
    int field(byte[] raw) {
        int from = take(raw);
        newline();
        return from;
    }

    /** The empty line after a header. */
    void endHeader() {
        newline();
    }

    void beginMultipart(String boundary) {
        boundaries.push(("--" + boundary).getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The line before a part. */
    void beginPart() {
        newline();
        if (boundaries.isEmpty()) {
            failed = true;
            return;
        }
        take(boundaries.element());
        restOfLine();
    }

    /** The line after the last part, if it is there, and what follows it. */
    void epilogue(byte[] raw) {
        closing();
        take(raw);
    }

    void endMultipart() {
        closing();
        boundaries.poll();
    }

    private void closing() {
        int from = at;
        newline();
        byte[] boundary = boundaries.isEmpty() ? new byte[0] : boundaries.element();
        boolean closes = startsWith(boundary) && !boundaries.isEmpty();
        if (closes) {
            at += boundary.length;
            restOfLine();
        } else {
            at = from;
        }
    }

    /** The bytes of a body or preamble. Returns the first of them. */
    int take(byte[] raw) {
        int from = at;
        if (!startsWith(raw)) {
            failed = true;
            return 0;
        }
        at += raw.length;
        return from;
    }

    private boolean startsWith(byte[] raw) {
        return at + raw.length <= mail.length && Arrays.equals(mail, at, at + raw.length, raw, 0, raw.length);
    }

    private void newline() {
        if (at + 1 < mail.length && mail[at] == '\r' && mail[at + 1] == '\n') {
            at += 2;
        } else if (at < mail.length && mail[at] == '\n') {
            at++;
        }
    }

    private void restOfLine() {
        while (at < mail.length && mail[at] != '\n') {
            at++;
        }
        newline();
    }
}
