package io.whorl.corpus.internal.record;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Finds the Message-ID in the header of a mail. The converting threads parse the rest of the mail later. */
final class MessageId {
    private static final String FIELD = "message-id:";
    /** More than any real header needs, even with many trace fields. */
    private static final int MAX_HEADER = 1 << 18;

    private static final int MAX_ID = 1_000;

    private MessageId() {}

    /** The id without angle brackets; nothing if it is absent, empty or too long. */
    static Optional<String> of(byte[] mail) {
        String header = new String(mail, 0, Math.min(mail.length, MAX_HEADER), StandardCharsets.ISO_8859_1);
        int from = 0;
        while (from < header.length() && header.charAt(from) != '\n' && header.charAt(from) != '\r') {
            int end = header.indexOf('\n', from);
            int next = end < 0 ? header.length() : end + 1;
            if (header.regionMatches(true, from, FIELD, 0, FIELD.length())) {
                return id(header, from + FIELD.length(), next);
            }
            from = next;
        }
        return Optional.empty();
    }

    /** The value may be in a continuation line. */
    private static Optional<String> id(String header, int from, int lineEnd) {
        int end = lineEnd;
        while (end < header.length() && (header.charAt(end) == ' ' || header.charAt(end) == '\t')) {
            int newline = header.indexOf('\n', end);
            end = newline < 0 ? header.length() : newline + 1;
        }
        String value = end - from > MAX_ID ? "" : header.substring(from, end).strip();
        String bare = value.startsWith("<") && value.endsWith(">") ? value.substring(1, value.length() - 1) : value;
        return bare.isBlank() ? Optional.empty() : Optional.of(bare.strip());
    }
}
