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
}
