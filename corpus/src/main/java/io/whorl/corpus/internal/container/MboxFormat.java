package io.whorl.corpus.internal.container;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.TextConversionException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/** Mailboxes (RFC 4155; mboxrd and mboxo): each mail is a document, and its Message-ID is the id if it has one. */
final class MboxFormat implements RecordFormat {
    @Override
    public String name() {
        return "mbox";
    }

    /** Decides by content alone: an envelope line, then a header field. */
    @Override
    public boolean recognises(Head head) {
        byte[] first = head.first();
        return MboxLines.isMail(first, 0, first.length) || DumpStart.isEmpty(head, "mbox");
    }

    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        return new MboxPartReader(whole, context);
    }

    /** Copies mails, each with its envelope line. Their numbers are their first lines. */
    @Override
    public Optional<Copying> copying(Part whole, FormatOptions options) {
        MboxLines lines = new MboxLines(whole.body());
        return Optional.of((choice, out) -> lines.copy(choice, out, () -> {
            while (lines.next()) {}
        }));
    }

    private static final class MboxPartReader extends DumpReader {
        private final MboxLines lines;
        private boolean inMail;
        private long line;
        private long mails;

        MboxPartReader(Part whole, ReadContext context) throws IOException {
            super(whole, context);
            lines = new MboxLines(whole.body());
            inMail = lines.next();
        }

        @Override
        boolean advance() {
            line = lines.line;
            mails++;
            return inMail;
        }

        @Override
        long number() {
            return line;
        }

        /** Reads the mail that starts at the current envelope line, and advances to the next one. */
        @Override
        Optional<Part> record() throws IOException, TextConversionException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            boolean tooLarge = false;
            boolean inEnvelope = true;
            for (inMail = lines.next(); inMail && !lines.startsMail; inMail = lines.next()) {
                int quotes = lines.quotes();
                // The rest of a long envelope line, or a quoted second one, is not part of the header.
                inEnvelope &= !lines.startsLine || quotes > 0;
                if (!inEnvelope) {
                    tooLarge |= out.size() + (long) lines.length > options.maxDocument();
                    out.write(lines.buffer, lines.at + quotes, tooLarge ? 0 : lines.length - quotes);
                }
            }
            if (tooLarge) {
                throw tooLarge(options);
            }
            byte[] mail = out.toByteArray();
            String id = MailHeader.id(mail).orElseGet(() -> id(whole, mails));
            return Optional.of(
                    part(id, "message/rfc822", mail, MailHeader.date(mail).orElse("")));
        }
    }

    /**
     * Reads lines, long ones in sections. A mail starts at a line {@code From } that follows a blank line and precedes
     * a header field, so that unquoted ones inside mails do no harm.
     */
    private static final class MboxLines extends RecordBuffer {
        /** More than an envelope line and the name of the first field need. */
        private static final int LOOKAHEAD = 4_096;

        private static final byte[] FROM = {'F', 'r', 'o', 'm', ' '};
        private static final int MAX_NAME_LENGTH = 76;

        int length;
        /** The number of the line, from 1. */
        long line;

        boolean startsLine = true;
        boolean startsMail;

        private boolean ends = true;
        private boolean afterBlank;

        MboxLines(InputStream in) {
            super(in);
        }

        boolean next() throws IOException {
            at += length;
            length = 0;
            if (!see(LOOKAHEAD)) {
                return false;
            }
            startsLine = ends;
            line += startsLine ? 1 : 0;
            int end = Math.min(limit, lineEnd(buffer, at, limit) + 1);
            ends = buffer[end - 1] == '\n';
            // Only half of the buffer, so that the lookahead after the section remains.
            length = ends || limit - at < LOOKAHEAD ? end - at : (limit - at) / 2;
            startsMail = startsLine && (line == 1 || afterBlank && isMail(buffer, at, limit));
            afterBlank = startsLine && ends && (length == 1 || length == 2 && buffer[at] == '\r');
            if (startsMail) {
                begins(line);
            }
            return true;
        }

        /** The number of bytes that mboxrd added: one if the line is a quoted {@code From }. */
        int quotes() {
            int i = at;
            while (i < limit && buffer[i] == '>') {
                i++;
            }
            return startsLine && i > at && startsEnvelope(buffer, i, limit) ? 1 : 0;
        }

        static boolean isMail(byte[] bytes, int from, int to) {
            if (!startsEnvelope(bytes, from, to)) {
                return false;
            }
            int header = Math.min(to, lineEnd(bytes, from, to) + 1);
            int i = header;
            while (i < to && i - header <= MAX_NAME_LENGTH && bytes[i] > ' ' && bytes[i] < 127 && bytes[i] != ':') {
                i++;
            }
            // Some programs write a second, quoted envelope line before the header.
            boolean quoted = header < to && bytes[header] == '>' && startsEnvelope(bytes, header + 1, to);
            return quoted || i > header && i < to && bytes[i] == ':';
        }

        private static boolean startsEnvelope(byte[] bytes, int from, int to) {
            return Arrays.equals(bytes, from, Math.min(to, from + FROM.length), FROM, 0, FROM.length);
        }
    }
}
