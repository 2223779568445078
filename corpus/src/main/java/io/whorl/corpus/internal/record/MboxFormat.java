package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.internal.io.MailHeader;
import io.whorl.corpus.internal.io.RecordCopier;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Mailboxes (RFC 4155; mboxrd and mboxo): each mail is a document, and its Message-ID is the id if it has one. */
final class MboxFormat implements ContainerFormat {
    @Override
    public String name() {
        return "mbox";
    }

    /** Decides by content alone: an envelope line, then a header field. */
    @Override
    public boolean recognises(Head head) {
        byte[] first = head.first();
        return MboxLines.isMessage(first, 0, first.length);
    }

    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        return new MboxPartReader(whole, context);
    }

    /**
     * Reads the mails of a mailbox. A mail starts at a line {@code From } that follows a blank line and precedes a
     * header field, so that unquoted ones inside mails do no harm.
     */
    private static final class MboxPartReader implements PartReader {
        private final Part whole;
        private final ReadContext context;
        private final MboxLines lines;
        private boolean inMessage;
        private long messages;

        MboxPartReader(Part whole, ReadContext context) throws IOException {
            this.whole = whole;
            this.context = context;
            lines = new MboxLines(whole.body());
            inMessage = lines.next();
        }

        @Override
        public Optional<Part> next() throws IOException {
            while (inMessage) {
                String place = whole.place() + ":" + lines.line();
                messages++;
                Optional<byte[]> mail = message();
                if (mail.isPresent()) {
                    return Optional.of(part(place, mail.get()));
                }
                context.skip(place, Reason.TOO_LARGE, context.options().tooLarge());
            }
            return Optional.empty();
        }

        /**
         * Reads the mail that starts at the current envelope line and advances to the next; nothing if it is too large.
         */
        private Optional<byte[]> message() throws IOException {
            ByteArrayOutputStream mail = new ByteArrayOutputStream();
            boolean tooLarge = false;
            boolean afterBlank = false;
            boolean inEnvelope = true;
            for (inMessage = lines.next(); inMessage && !(afterBlank && lines.isMessage()); inMessage = lines.next()) {
                // The rest of a long envelope line, or a quoted second one, is not part of the header.
                inEnvelope &= !lines.begins() || lines.quotes() > 0;
                if (!inEnvelope) {
                    int quotes = lines.quotes();
                    tooLarge |= mail.size() + (long) lines.length()
                            > context.options().maxDocument();
                    mail.write(lines.buffer(), lines.from() + quotes, tooLarge ? 0 : lines.length() - quotes);
                }
                afterBlank = lines.isBlank();
            }
            return tooLarge ? Optional.empty() : Optional.of(mail.toByteArray());
        }

        private Part part(String place, byte[] mail) {
            String id = MailHeader.id(mail).orElseGet(() -> RecordIds.id(whole, messages));
            return Part.record(place, id, "message/rfc822", new ByteArrayInputStream(mail))
                    .dated(MailHeader.date(mail).orElse(""));
        }

        @Override
        public void close() {
            // The caller closes the body.
        }
    }

    /** Copies mails of a mailbox, each with its envelope line. Finds their starts as {@code MboxPartReader} does. */
    static final class MboxCopier implements RecordCopier {
        private final InputStream in;

        MboxCopier(InputStream in) {
            this.in = in;
        }

        @Override
        public void copy(Sink sink) throws IOException {
            MboxLines lines = new MboxLines(in);
            boolean kept = true;
            boolean starts = true;
            boolean afterBlank = false;
            for (boolean more = lines.next(); more; more = lines.next()) {
                starts |= afterBlank && lines.isMessage();
                if (starts) {
                    kept = sink.takes(lines.line());
                }
                afterBlank = !starts && lines.isBlank();
                starts = false;
                if (kept) {
                    sink.write(lines.buffer(), lines.from(), lines.length());
                }
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** Reads lines, long ones in sections, with enough lookahead to detect the start of a mail. */
    private static final class MboxLines {
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
}
