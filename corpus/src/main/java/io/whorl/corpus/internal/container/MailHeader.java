package io.whorl.corpus.internal.container;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Finds fields in the header of a mail. The converting threads parse the rest of the mail later. */
public final class MailHeader {
    private static final String ID = "message-id:";
    private static final String DATE = "date:";
    /** More than any real header needs, even with many trace fields. */
    private static final int MAX_HEADER = 1 << 18;

    private static final int MAX_VALUE = 1_000;

    private MailHeader() {}

    /** The Message-ID without angle brackets; nothing if it is absent, empty or too long. */
    public static Optional<String> id(byte[] mail) {
        return value(mail, ID)
                .map(v -> v.startsWith("<") && v.endsWith(">") ? v.substring(1, v.length() - 1) : v)
                .filter(bare -> !bare.isBlank())
                .map(String::strip);
    }

    /** The date as written; nothing if it is absent, empty or too long. */
    public static Optional<String> date(byte[] mail) {
        return value(mail, DATE).filter(date -> !date.isBlank()).map(date -> date.replaceAll("\\s+", " "));
    }

    /** The value of the first field of a name, which includes the colon and is in lower case. */
    private static Optional<String> value(byte[] mail, String field) {
        String header = new String(mail, 0, Math.min(mail.length, MAX_HEADER), StandardCharsets.ISO_8859_1);
        int from = 0;
        while (from < header.length() && header.charAt(from) != '\n' && header.charAt(from) != '\r') {
            int end = lineEnd(header, from);
            if (header.regionMatches(true, from, field, 0, field.length())) {
                // The value may be in continuation lines.
                while (end < header.length() && (header.charAt(end) == ' ' || header.charAt(end) == '\t')) {
                    end = lineEnd(header, end);
                }
                String value = header.substring(from + field.length(), end);
                return Optional.of(value.length() > MAX_VALUE ? "" : value.strip());
            }
            from = end;
        }
        return Optional.empty();
    }

    private static int lineEnd(String header, int from) {
        int newline = header.indexOf('\n', from);
        return newline < 0 ? header.length() : newline + 1;
    }
}
